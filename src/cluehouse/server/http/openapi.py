"""The OpenAPI document, made from the endpoints and their types."""

import re
from collections.abc import Sequence
from typing import Any

import msgspec

from cluehouse.server.http.endpoint import Endpoint
from cluehouse.server.wire.frames import Refused

_REFS = "#/components/schemas/{name}"


def document(version: str, endpoints: Sequence[Endpoint]) -> dict[str, Any]:
    types = [Refused, *(kind for it in endpoints for kind in (it.gives, it.takes) if kind)]
    schemas, components = msgspec.json.schema_components(types, ref_template=_REFS)
    schema_of = dict(zip(types, schemas, strict=True))
    paths: dict[str, dict[str, Any]] = {}
    for endpoint in endpoints:
        paths.setdefault(endpoint.path, {})[endpoint.method.lower()] = _operation(
            endpoint, schema_of
        )
    return {
        "openapi": "3.1.0",
        "info": {"title": "Cluehouse", "version": version},
        "paths": paths,
        "components": {"schemas": components},
    }


def _operation(endpoint: Endpoint, schema_of: dict[Any, Any]) -> dict[str, Any]:
    operation: dict[str, Any] = {
        "summary": endpoint.summary,
        "operationId": endpoint.name or endpoint.run.__name__,
        "parameters": [_parameter(name) for name in re.findall(r"{(\w+)}", endpoint.path)],
        "responses": {
            "200": _content("Done", schema_of[endpoint.gives]),
            "default": _content("Refused: nothing has changed", schema_of[Refused]),
        },
    }
    if endpoint.takes is not None:
        body = _content("", schema_of[endpoint.takes])
        operation["requestBody"] = {"required": True, "content": body["content"]}
    return operation


def _parameter(name: str) -> dict[str, Any]:
    return {"name": name, "in": "path", "required": True, "schema": {"type": "string"}}


def _content(description: str, schema: Any) -> dict[str, Any]:
    return {"description": description, "content": {"application/json": {"schema": schema}}}
