"""What strangers, other sites and other judges can not do."""

from __future__ import annotations

import hmac
import re
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from starlette.testclient import TestClient
from tests.web.clients import answer_for, next_item, send

from karat.errors import InvalidOption
from karat.web.application import application
from karat.web.serving import check_host
from karat.web.visits import form_token

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.web.small_campaigns import SmallCampaign

HTML = {"Accept": "text/html"}
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
CALLS = (
    ("GET", "/next"),
    ("GET", "/item/x"),
    ("PUT", "/draft/x"),
    ("POST", "/answer/x"),
    ("POST", "/skip/x"),
    ("POST", "/flag/x"),
    ("GET", "/consent"),
    ("POST", "/consent"),
    ("GET", "/guidelines"),
    ("GET", "/lead/status.json"),
)


@pytest.fixture(params=["adequacy-fluency", "entities"])
def campaign(make: Callable[..., SmallCampaign], request: pytest.FixtureRequest) -> SmallCampaign:
    """Judges of outputs, and annotators of entities: what holds for the ones holds for the others."""
    return make(request.param)


def nothing_stored(campaign: SmallCampaign) -> bool:
    """Whether there is no answer at all."""
    with campaign.desk.store.reading() as transaction:
        return transaction.answers.count() == 0


@pytest.mark.parametrize(("method", "path"), CALLS)
def test_nothing_without_signing_in(
    campaign: SmallCampaign, visitor: Callable[..., TestClient], method: str, path: str
) -> None:
    """Every address that says or changes anything; nothing of the campaign is in the answer."""
    response = visitor(campaign, None).request(method, path, json={} if method != "GET" else None)
    assert response.status_code == 401
    assert set(response.json()) == {"error"}


@pytest.mark.parametrize("cookie", ["", "x", "0" * 43, "é", "a; b", "\x00"])
def test_made_up_cookies(campaign: SmallCampaign, visitor: Callable[..., TestClient], cookie: str) -> None:
    """They open nothing, and break nothing."""
    client = visitor(campaign, None)
    response = client.get("/next", headers={b"Cookie": f"karat={cookie}".encode()})
    assert response.status_code == 401


@pytest.mark.parametrize("path", ["/", "/next", "/static/judging.css", "/nowhere", "/answer/x"])
def test_headers_of_every_response(judge: TestClient, path: str) -> None:
    """The policy, no sniffing, no frames, no referrer to others, no cross-origin use; no cache for work."""
    headers = judge.get(path, headers=HTML).headers
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "same-origin"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "access-control-allow-origin" not in headers
    assert headers["cache-control"] == ("no-cache" if path.startswith("/static/") else "no-store")


def test_the_cookie(campaign: SmallCampaign, visitor: Callable[..., TestClient]) -> None:
    """No script reads it, no other site sends it; behind TLS it travels by TLS and for this host alone."""
    client = visitor(campaign, None)
    cookie = client.post("/enter", json={"token": campaign.token("judge-1")}).headers["set-cookie"]
    assert re.search(r"(?i)httponly", cookie)
    assert re.search(r"(?i)samesite=strict", cookie)
    assert re.search(r"(?i)path=/(;|$)", cookie)
    assert not re.search(r"(?i)secure", cookie)
    assert not re.search(r"(?i)domain", cookie)
    secure = TestClient(application(campaign.desk, hosts=None, is_secure=True), "https://judge.example.org")
    response = secure.post("/enter", json={"token": campaign.token("judge-1")})
    assert response.headers["set-cookie"].startswith("__Host-karat=")
    assert re.search(r"(?i)secure", response.headers["set-cookie"])
    assert "max-age" in response.headers["strict-transport-security"]


def test_no_session_fixation(campaign: SmallCampaign, visitor: Callable[..., TestClient]) -> None:
    """A cookie from before signing in is never the one after it."""
    client = visitor(campaign, None)
    client.cookies.set("karat", "planted-by-an-attacker", domain="127.0.0.1")
    client.post("/enter", json={"token": campaign.token("judge-1")})
    values = {cookie.value for cookie in client.cookies.jar if cookie.name == "karat"}
    assert values != {"planted-by-an-attacker"}
    assert campaign.desk.session("planted-by-an-attacker") is None


def test_signing_out_ends_the_session(campaign: SmallCampaign, judge: TestClient) -> None:
    """On the server too, for whoever kept the cookie."""
    (cookie,) = [cookie.value for cookie in judge.cookies.jar]
    assert cookie is not None
    assert judge.post("/leave", json={}).status_code == 200
    assert campaign.desk.session(cookie) is None


def test_tokens_are_not_in_the_file(campaign: SmallCampaign, judge: TestClient) -> None:
    """Neither tokens nor cookies: whoever has a copy of the file cannot sign in."""
    (cookie,) = [cookie.value for cookie in judge.cookies.jar]
    path = Path(campaign.desk.store.address)
    content = b"".join(file.read_bytes() for file in path.parent.iterdir() if file.name.startswith(path.name))
    assert len(content) > 1000
    for secret in (cookie, *(link.token for link in campaign.links.values())):
        assert secret is not None
        assert secret.encode() not in content


def test_tokens_are_compared_in_constant_time(
    campaign: SmallCampaign, visitor: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Digests are, all of one length: how long it takes says nothing of a token."""
    from karat.campaigns.desk import entrance

    compared: list[tuple[str, str]] = []

    def watched(first: str, second: str) -> bool:
        compared.append((first, second))
        return hmac.compare_digest(first, second)

    monkeypatch.setattr(entrance, "compare_digest", watched)
    client = visitor(campaign, "judge-1")
    assert client.get("/next").status_code == 200
    assert len(compared) >= 2
    token = campaign.token("judge-1")
    for pair in compared:
        assert {len(one) for one in pair} == {64}
        assert token not in pair


def test_revoked_and_wrong_links(campaign: SmallCampaign, visitor: Callable[..., TestClient]) -> None:
    """All are refused alike in status; a revoked judge is out at once."""
    client = visitor(campaign, "judge-1")
    campaign.desk.revoke("judge-1")
    assert client.get("/next").status_code == 401
    for token in (campaign.token("judge-1"), "guess", "", campaign.token("judge-2")[:-1]):
        assert client.post("/enter", json={"token": token}).status_code == 403


@pytest.mark.parametrize(
    "headers",
    [
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:9999"},
        {"Origin": "https://127.0.0.1"},
        {"Origin": "http://127.0.0.1.evil.example"},
        {"Sec-Fetch-Site": "cross-site"},
        {"Sec-Fetch-Site": "same-site"},
        {"Sec-Fetch-Site": "none"},
        {"Origin": "http://127.0.0.1", "Sec-Fetch-Site": "cross-site"},
    ],
)
def test_changes_asked_for_by_other_sites(
    campaign: SmallCampaign, judge: TestClient, headers: dict[str, str]
) -> None:
    """Refused, whatever they carry."""
    item = next_item(judge)
    response = judge.post(
        f"/answer/{item['item']}", json=answer_for(item), headers=headers | {"Idempotency-Key": item["key"]}
    )
    assert response.status_code == 403
    assert judge.put(f"/draft/{item['item']}", content=b"x", headers=headers).status_code == 403
    assert judge.post("/enter", json={"token": campaign.token("judge-2")}, headers=headers).status_code == 403
    assert nothing_stored(campaign)


def test_forms_need_the_token_of_their_session(
    campaign: SmallCampaign, visitor: Callable[..., TestClient]
) -> None:
    """One without it, or with another judge's, changes nothing."""
    judge, other = visitor(campaign, "judge-1"), visitor(campaign, "judge-2")
    item = next_item(judge)
    name = f"value:{item['candidates'][0]['id']}:fluency"
    fields = {name: "3", "key": item["key"]}
    (cookie,) = [cookie.value for cookie in other.cookies.jar]
    for token in ({}, {"form": ""}, {"form": "x"}, {"form": form_token(cookie or "")}):
        assert judge.post(f"/answer/{item['item']}", data=fields | token).status_code == 403
    assert judge.post("/leave", data={"form": "x"}).status_code == 403
    assert nothing_stored(campaign)


@pytest.mark.parametrize("kind", ["text/plain", "multipart/form-data; boundary=x", "application/xml", ""])
def test_bodies_that_need_no_preflight_are_no_json(judge: TestClient, kind: str) -> None:
    """A form of another site can send text/plain; it is not read as JSON."""
    item = next_item(judge)
    headers = {"Idempotency-Key": item["key"]} | ({"Content-Type": kind} if kind else {})
    response = judge.post(f"/answer/{item['item']}", content=b'{"answers": []}', headers=headers)
    assert response.status_code == 415


@pytest.mark.parametrize(
    "body",
    [
        b"",
        b"{",
        b"[]",
        b"null",
        b'"x"',
        b"\xff\xfe",
        b'{"answers": NaN}',
        b'{"answers": [], "answers": []}',
        b"[" * 100_000,
        b'{"a":' * 20_000,
        b'{"answers": [{"value": ' + b"9" * 5000 + b"}]}",
    ],
)
def test_malformed_bodies(judge: TestClient, body: bytes) -> None:
    """A reason in words, never a fault."""
    item = next_item(judge)
    headers = {"Idempotency-Key": item["key"], "Content-Type": "application/json"}
    response = judge.post(f"/answer/{item['item']}", content=body, headers=headers)
    assert response.status_code == 422
    assert response.json()["error"]


def test_oversized_bodies(judge: TestClient) -> None:
    """Refused by their length, and, where they do not say it, while they come."""
    item = next_item(judge)
    large = b"x" * (300 * 1024)
    assert judge.put(f"/draft/{item['item']}", content=large).status_code == 413

    def parts() -> object:
        for _ in range(300):
            yield b"x" * 1024

    assert judge.put(f"/draft/{item['item']}", content=parts()).status_code == 413  # type: ignore[arg-type]
    assert judge.post("/enter", json={"token": "x" * 10_000}).status_code == 413
    assert judge.post(f"/skip/{item['item']}", json={"reason": "x" * 3000}).status_code == 413


@pytest.mark.parametrize(
    "path",
    [
        "/static/../application.py",
        "/static/..%2fapplication.py",
        "/static/%2e%2e/application.py",
        "/static/..%5capplication.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/judging.css%00.js",
        "/static/.",
        "/static/",
        "/item/../lead/status.json",
        "/next%0d%0aSet-Cookie:%20a=b",
        "/" + "x" * 3000,
    ],
)
def test_paths_lead_nowhere_else(judge: TestClient, path: str) -> None:
    """Only names that we know are served."""
    response = judge.get(path)
    assert response.status_code in (403, 404)
    assert "import" not in response.text
    assert "root:" not in response.text


def test_no_header_can_be_injected(judge: TestClient) -> None:
    """What comes from a form into a header is one of our own values."""
    response = judge.post(
        "/language",
        data={"language": "de\r\nX-Injected: 1", "back": "/next\r\nX-Injected: 1"},
        headers={"Origin": "http://127.0.0.1"},
        follow_redirects=False,
    )
    assert response.status_code == 303
    assert "x-injected" not in response.headers
    assert response.headers["location"] == "/"
    assert "set-cookie" not in response.headers


@pytest.mark.parametrize(
    "back", ["//evil.example", "https://evil.example", "/\\evil.example", "javascript:alert(1)"]
)
def test_no_open_redirect(judge: TestClient, back: str) -> None:
    """A form leads to our own pages only."""
    response = judge.post("/language", data={"language": "de", "back": back}, follow_redirects=False)
    assert response.headers["location"] == "/"


def test_guessing_is_slowed_down(campaign: SmallCampaign, visitor: Callable[..., TestClient]) -> None:
    """After many failures an address waits. Right links never count as failures."""
    client = visitor(campaign, None)
    client.app.application.state.failed_attempts._most = 3  # type: ignore[attr-defined]
    for _ in range(5):
        assert client.post("/enter", json={"token": campaign.token("judge-1")}).status_code == 200
    for _ in range(3):
        assert client.post("/enter", json={"token": "guess"}).status_code == 403
    response = client.post("/enter", json={"token": "guess"})
    assert response.status_code == 429
    assert "Wait" in response.json()["error"]


@pytest.mark.parametrize(
    "host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", "", "[::1", "a b"]
)
def test_other_names_for_this_machine(
    campaign: SmallCampaign, visitor: Callable[..., TestClient], host: str
) -> None:
    """A name that somebody made point here is none of ours: no rebinding."""
    client = visitor(campaign, "judge-1")
    assert client.get("/next", headers={"Host": host}).status_code == 421


def test_another_judges_cookie_is_another_judge(
    campaign: SmallCampaign, visitor: Callable[..., TestClient]
) -> None:
    """Who sends it answers for that judge, and for nobody else."""
    first, second = visitor(campaign, "judge-1"), visitor(campaign, "judge-2")
    item = next_item(first)
    first.cookies = second.cookies
    assert send(first, item).status_code == 404
    assert next_item(first)["item"] != item["item"]


def test_the_network_needs_tls() -> None:
    """127.0.0.1 alone is served without it."""
    check_host("127.0.0.1", behind_tls=False)
    check_host("0.0.0.0", behind_tls=True)
    for host in ("0.0.0.0", "192.168.1.2", "::", "judge.example.org"):
        with pytest.raises(InvalidOption, match="TLS"):
            check_host(host, behind_tls=False)


def test_faults_say_nothing_of_the_inside(
    campaign: SmallCampaign, visitor: Callable[..., TestClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A fault of ours is 500 with a plain sentence, and the headers are there."""
    client = visitor(campaign, raise_server_exceptions=False)

    def fail(*_: object) -> None:
        message = "secret of the inside"
        raise RuntimeError(message)

    monkeypatch.setattr(campaign.desk, "next", fail)
    client.post("/consent", json={"version": campaign.desk.guidelines()[0].version})
    for headers in ({}, HTML):
        response = client.get("/next", headers=headers)
        assert response.status_code == 500
        assert "secret" not in response.text
        assert response.headers["content-security-policy"] == POLICY


def test_a_store_that_is_gone(campaign: SmallCampaign, judge: TestClient) -> None:
    """503 in words, to be sent again: nothing was stored, and nothing is claimed to be."""
    item = next_item(judge)
    path = Path(campaign.desk.store.address)
    moved = path.rename(path.with_suffix(".moved"))
    response = send(judge, item)
    assert response.status_code == 503
    assert "Nothing" in response.json()["error"] or "nothing" in response.json()["error"]
    moved.rename(path)
    assert send(judge, item).status_code == 200


def test_no_template_marks_text_as_safe() -> None:
    """Only three places make markup: script data, guidelines by the Markdown library, and our words."""
    folder = Path(application.__code__.co_filename).parent
    for file in (folder / "templates").iterdir():
        text = file.read_text(encoding="utf-8")
        assert "|safe" not in text.replace(" ", "")
        assert "autoescape" not in text
        assert not re.search(r"\son\w+=", text), file.name
        assert not re.search(r"\sstyle=", text), file.name
        assert not re.search(r"<script(?![^>]*(src=|application/json))", text), file.name
    for file in (folder / "static").glob("*.js"):
        text = file.read_text(encoding="utf-8")
        assert "innerHTML" not in text, file.name
        assert "insertAdjacentHTML" not in text, file.name
        assert "eval(" not in text, file.name
        assert "http://" not in text, file.name
        assert "https://" not in text, file.name
