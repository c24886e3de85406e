"""Generate and validate values of the OpenAPI document's schemas: the part of JSON Schema that
msgspec writes."""

import re
from typing import Any, Final

from hypothesis import strategies as st

Schema = dict[str, Any]

UNBOUNDED: Final = 2**70
_ANYTHING: Final = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.text(max_size=5),
    st.lists(st.integers(), max_size=2),
)


class Document:
    def __init__(self, document: dict[str, Any]) -> None:
        self.paths: dict[str, dict[str, Any]] = document["paths"]
        self._named: dict[str, Schema] = document["components"]["schemas"]

    def values(self, schema: Schema) -> st.SearchStrategy[Any]:
        match schema:
            case {"$ref": name}:
                return st.deferred(lambda: self.values(self._found(name)))
            case {"anyOf": choices}:
                return st.one_of(*map(self.values, choices))
            case {"enum": values}:
                return st.sampled_from(values)
            case {"type": kind}:
                return self._of_kind(kind, schema)
            case _:
                return _ANYTHING

    def allows(self, schema: Schema, value: Any) -> bool:
        match schema:
            case {"$ref": name}:
                return self.allows(self._found(name), value)
            case {"anyOf": choices}:
                return any(self.allows(choice, value) for choice in choices)
            case {"enum": values}:
                return value in values
            case {"type": kind}:
                return _is_a(kind, value) and self._fits(kind, schema, value)
            case _:
                return True

    def _found(self, reference: str) -> Schema:
        return self._named[reference.rpartition("/")[2]]

    def _of_kind(self, kind: str, schema: Schema) -> st.SearchStrategy[Any]:
        match kind:
            case "object":
                return self._objects(schema)
            case "array":
                return self._arrays(schema)
            case "string":
                return _strings(schema)
            case "integer":
                least, most = schema.get("minimum", -UNBOUNDED), schema.get("maximum", UNBOUNDED)
                return st.integers(least, most)
            case "number":
                return st.floats(allow_nan=False, allow_infinity=False)
            case "boolean":
                return st.booleans()
            case _:
                return st.none()

    def _objects(self, schema: Schema) -> st.SearchStrategy[Any]:
        fields = {name: self.values(field) for name, field in schema.get("properties", {}).items()}
        needed = set(schema.get("required", ()))
        if not fields:
            inner = schema.get("additionalProperties", {})
            inner = inner if isinstance(inner, dict) else {}
            return st.dictionaries(st.text(max_size=5), self.values(inner), max_size=2)
        return st.fixed_dictionaries(
            {name: field for name, field in fields.items() if name in needed},
            optional={name: field for name, field in fields.items() if name not in needed},
        )

    def _arrays(self, schema: Schema) -> st.SearchStrategy[Any]:
        if first := schema.get("prefixItems"):
            return st.tuples(*map(self.values, first)).map(list)
        least, most = schema.get("minItems", 0), min(schema.get("maxItems", 5), 5)
        return st.lists(self.values(schema.get("items", {})), min_size=least, max_size=most)

    def _fits(self, kind: str, schema: Schema, value: Any) -> bool:
        match kind:
            case "object":
                return self._fits_object(schema, value)
            case "array":
                return self._fits_array(schema, value)
            case "string":
                short = schema.get("minLength", 0) <= len(value)
                long = len(value) > schema.get("maxLength", len(value))
                return short and not long and bool(re.search(schema.get("pattern", ""), value))
            case "integer" | "number":
                least, most = schema.get("minimum", value), schema.get("maximum", value)
                return bool(least <= value <= most)
            case _:
                return True

    def _fits_object(self, schema: Schema, value: dict[str, Any]) -> bool:
        fields, others = schema.get("properties", {}), schema.get("additionalProperties", {})
        if not set(schema.get("required", ())) <= value.keys():
            return False
        if others is False and not value.keys() <= fields.keys():
            return False
        others = others if isinstance(others, dict) else {}
        return all(self.allows(fields.get(name, others), item) for name, item in value.items())

    def _fits_array(self, schema: Schema, value: list[Any]) -> bool:
        first, rest = schema.get("prefixItems", []), schema.get("items", {})
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            return False
        beyond = [rest] * (len(value) - len(first)) if isinstance(rest, dict) else []
        schemas = [*first, *beyond][: len(value)]
        return len(schemas) == len(value) and all(map(self.allows, schemas, value))


def _strings(schema: Schema) -> st.SearchStrategy[str]:
    if "pattern" in schema:
        pattern: str = schema["pattern"]
        most = schema.get("maxLength", 1000)
        return st.from_regex(pattern, fullmatch=True).filter(lambda text: len(text) <= most)
    least, most = schema.get("minLength", 0), schema.get("maxLength", 100)
    signs = st.characters(exclude_categories=["Cs"])
    return st.text(signs, min_size=least, max_size=min(most, least + 50))


def _is_a(kind: str, value: Any) -> bool:
    match kind:
        case "object":
            return isinstance(value, dict)
        case "array":
            return isinstance(value, list)
        case "string":
            return isinstance(value, str)
        case "integer":
            return isinstance(value, int) and not isinstance(value, bool)
        case "number":
            return isinstance(value, int | float) and not isinstance(value, bool)
        case "boolean":
            return isinstance(value, bool)
        case _:
            return value is None
