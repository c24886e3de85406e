"""Guest identity: signed cookies, sessions of devices, resume passes, rules for names and chat."""
