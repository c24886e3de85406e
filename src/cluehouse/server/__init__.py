"""Everything around the tables: HTTP, WebSockets, storage, accounts, operation.

`app` wires the parts together, `main` runs them. Transports (`http`, `ws`) call services through
`context`; services use `storage`; import contracts hold these arrows.
"""
