"""The outside: disk, network, sign-in. The only place where parts are wired together."""
