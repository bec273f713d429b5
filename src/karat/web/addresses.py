"""Addresses of a campaign: where it is served, and the link of a person."""

from __future__ import annotations

DEFAULT_HOST = "127.0.0.1"
DEFAULT_PORT = 8420


def base_address(host: str = DEFAULT_HOST, port: int = DEFAULT_PORT) -> str:
    """Where a server on this machine is reached.

    >>> base_address("::1", 80)
    'http://[::1]:80'
    """
    return f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"


def link_address(base: str, token: str) -> str:
    """The link of a person. Browsers keep what is behind the # to themselves, so no log has the token.

    >>> link_address("https://judge.example.org/", "secret")
    'https://judge.example.org/#secret'
    """
    return f"{base.rstrip('/')}/#{token}"
