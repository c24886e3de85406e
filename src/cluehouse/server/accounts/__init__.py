"""Guest identity: signed cookies, codes for another device, rules for names and chat."""
