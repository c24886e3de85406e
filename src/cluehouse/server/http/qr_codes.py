"""Links as QR codes."""

from io import BytesIO

import segno

from cluehouse.server.errors import BadRequest


def qr_code(link: str) -> bytes:
    """An SVG image."""
    svg = BytesIO()
    try:
        code = segno.make(link, error="m", micro=False)
    except segno.DataOverflowError:
        raise BadRequest("the link is too long for a code") from None
    code.save(svg, kind="svg", scale=6, border=2, light="white")
    return svg.getvalue()
