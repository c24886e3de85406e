"""Guest identity: signed cookies, passes for another device, rules for names and chat."""
