"""Another device of a guest: passes that bring them there, and the list of their devices."""

import pytest

from tests.server.running_server import Caller


async def pass_of(caller: Caller) -> tuple[str, str]:
    """A new pass: the secret of its link, and its code."""
    given = await caller.post("/api/resume-pass")
    return given["link"].partition("#")[2], given["code"]


@pytest.mark.parametrize("by", [0, 1])
async def test_a_pass_brings_the_seat_to_another_device(
    ada: Caller, blaise: Caller, by: int
) -> None:
    table = await ada.open_table()
    secret = (await pass_of(ada))[by]
    assert (await blaise.post("/api/resume", code=secret))["name"] == "Ada"
    room = await blaise.get(f"/api/tables/{table}")
    assert room["you"] == 0
    assert room["hosting"]
    assert await blaise.refused("/api/resume", code=secret) == (404, "HOUSE-BAD-CODE")


async def test_the_secret_of_a_link_is_in_its_fragment(ada: Caller) -> None:
    """Browsers send no fragment, so it is in no request line, Referer or log."""
    given = await ada.post("/api/resume-pass")
    page, _, secret = given["link"].partition("#")
    assert page == f"http://{ada.host}/resume"
    assert len(secret) >= 22, "128 bits"
    assert given["left"] == 600
    assert "<svg" in given["qr"]


async def test_a_pass_says_who_it_is_for_before_it_is_used(ada: Caller, blaise: Caller) -> None:
    for secret in await pass_of(ada):
        for _ in range(2):
            assert await blaise.post("/api/resume/look", code=secret) == {
                "name": "Ada",
                "you": False,
            }
        assert (await ada.post("/api/resume/look", code=secret))["you"]
    assert (await blaise.get("/api/me"))["name"] == "Blaise", "looking changes nothing"


async def test_a_pass_can_be_cancelled(ada: Caller, blaise: Caller) -> None:
    secrets = await pass_of(ada)
    await blaise.post("/api/resume-pass/cancel")
    assert (await blaise.post("/api/resume/look", code=secrets[0]))["name"] == "Ada", "only by her"
    await ada.post("/api/resume-pass/cancel")
    for secret in secrets:
        assert await blaise.refused("/api/resume/look", code=secret) == (404, "HOUSE-BAD-CODE")
        assert await blaise.refused("/api/resume", code=secret) == (404, "HOUSE-BAD-CODE")


async def test_looking_at_passes_counts_as_guessing(ada: Caller, no_penalty: None) -> None:
    """Looking and using share one rate limit."""
    paths = ("/api/resume/look", "/api/resume")
    answers = [await ada.refused(paths[n % 2], code=f"AAAA{n:04}") for n in range(12)]
    assert answers[0] == (404, "HOUSE-BAD-CODE")
    assert answers[-1] == (429, "HOUSE-TOO-FAST")


async def test_a_guest_without_a_name_gets_no_pass(host: str) -> None:
    async with Caller.nameless(host) as nameless:
        assert await nameless.refused("/api/resume-pass") == (400, "HOUSE-BAD-REQUEST")
