"""Who a client is: signed cookies, codes for another device, rules for names."""
