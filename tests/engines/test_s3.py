"""Shards on S3, against a server on this machine that knows as much of its protocol as reading takes."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, ClassVar
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from karat import Bleu
from karat.engines import evaluate_shards, shards_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


class Bucket(BaseHTTPRequestHandler):
    """The objects of one bucket: their list, their sizes, and parts of them."""

    protocol_version = "HTTP/1.1"
    objects: ClassVar[dict[str, bytes]] = {}

    def log_message(self, *_: object) -> None:
        """Nothing."""

    def do_HEAD(self) -> None:
        """The size of an object."""
        self._answer(body=False)

    def do_GET(self) -> None:
        """The list of objects, or a part of one."""
        self._answer(body=True)

    def _answer(self, *, body: bool) -> None:
        url = urlsplit(self.path)
        name, query = unquote(url.path).removeprefix("/bucket").strip("/"), parse_qs(url.query)
        if "list-type" in query:
            prefix = query.get("prefix", [""])[0]
            entries = "".join(
                f"<Contents><Key>{key}</Key><Size>{len(data)}</Size>"
                "<LastModified>2026-01-01T00:00:00.000Z</LastModified></Contents>"
                for key, data in sorted(self.objects.items())
                if key.startswith(prefix)
            )
            listed = f"<ListBucketResult><IsTruncated>false</IsTruncated>{entries}</ListBucketResult>"
            self._send(200, listed.encode(), body=body)
        elif name in self.objects:
            data = self.objects[name]
            if asked := self.headers.get("Range"):
                first, last = asked.removeprefix("bytes=").split("-")
                self._send(206, data[int(first) : int(last) + 1], body=body)
            else:
                self._send(200, data, body=body)
        else:
            self._send(404, b"", body=body)

    def _send(self, status: int, data: bytes, *, body: bool) -> None:
        self.send_response(status)
        self.send_header("Content-Length", str(len(data)))
        self.send_header("Content-Type", "application/octet-stream")
        self.send_header("ETag", '"1"')
        self.send_header("Last-Modified", "Thu, 01 Jan 2026 00:00:00 GMT")
        self.end_headers()
        if body:
            self.wfile.write(data)


@pytest.fixture
def bucket(shards: Path) -> Iterator[str]:
    """How to reach the bucket that has the shards."""
    Bucket.objects = {f"data/{file.name}": file.read_bytes() for file in shards.iterdir()}
    server = ThreadingHTTPServer(("127.0.0.1", 0), Bucket)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"endpoint_override=127.0.0.1%3A{server.server_address[1]}&scheme=http&region=us-east-1"
    server.shutdown()
    server.server_close()
    thread.join()


def test_shards_on_s3(bucket: str, shards: Path) -> None:
    """A pattern on S3 gives the same integers as the same files here."""
    source = f"s3://key:secret@bucket/data/part-*.parquet?{bucket}"
    assert shards_of(source)[0].id == "s3://bucket/data/part-0.parquet#0-2/3"
    there, here = evaluate_shards(source, Bleu(), by=["system"]), evaluate_shards(shards, Bleu())
    assert [(group.key, group.totals) for group in there.groups] == [
        (group.key, group.totals) for group in here.groups
    ]
