"""HTTP: dispatch, the OpenAPI document, static files and blobs.

The operations themselves are in `routes`.
"""
