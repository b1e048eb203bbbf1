"""The web client as the server hands it out: one page, the frame's files, and each game's view of its own.

The server knows nothing of a game's view but the folder that its description names.
"""

from __future__ import annotations

import html
import json
from typing import Final

import structlog
from starlette.requests import Request
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.routing import Route

from gamehall.net.assets import Asset, Folder, read_folder
from gamehall.sessions.hall import Hall

__all__ = ["routes"]

_log = structlog.get_logger(__name__)
_FRAME: Final = "gamehall/web"
_PAGE: Final = "index.html"
_VIEW: Final = "view.js"
_FOREVER: Final = "public, max-age=31536000, immutable"


def routes(hall: Hall, addresses: list[str]) -> list[Route]:
    """The page, its files, and ``/assets.json``, by which a client program finds and checks them."""
    frame = read_folder(_FRAME)
    views = _views(hall)
    page = _page(frame, views, addresses)
    listing = _listing(frame, views)

    async def index(request: Request) -> Response:
        return _sent(page, request, "no-cache")

    async def assets(_: Request) -> Response:
        return JSONResponse(listing)

    async def frame_file(request: Request) -> Response:
        return _file(frame, request)

    async def view_file(request: Request) -> Response:
        return _file(views.get(request.path_params["game"]), request)

    return [
        Route("/", index),
        Route("/assets.json", assets),
        Route("/web/{hash}/{path:path}", frame_file),
        Route("/view/{game}/{hash}/{path:path}", view_file),
    ]


def _views(hall: Hall) -> dict[str, Folder]:
    """The view of each game that has one; a broken one is left out, and the general view takes its place."""
    views: dict[str, Folder] = {}
    for name, game in sorted(hall.lobby.games.items()):
        if game.web is None:
            continue
        try:
            folder = read_folder(game.web)
        except (OSError, ValueError) as error:
            _log.error("web view left out", game=name, cause=str(error))
            continue
        if _VIEW in folder.assets:
            views[name] = folder
        else:
            _log.error("web view left out", game=name, cause=f"{game.web} has no {_VIEW}")
    return views


def _file(folder: Folder | None, request: Request) -> Response:
    asset = None if folder is None else folder.assets.get(request.path_params["path"])
    if folder is None or asset is None or asset.path == _PAGE or request.path_params["hash"] != folder.hash:
        return PlainTextResponse("There is no such file.", status_code=404)
    return _sent(asset, request, _FOREVER)


def _sent(asset: Asset, request: Request, keep: str) -> Response:
    headers = {"Cache-Control": keep, "ETag": f'"{asset.integrity}"', "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == headers["ETag"]:
        return Response(status_code=304, headers=headers, media_type=asset.kind)
    packs = "gzip" in request.headers.get("accept-encoding", "")
    if packs and asset.packed is not None:
        return Response(asset.packed, media_type=asset.kind, headers=headers | {"Content-Encoding": "gzip"})
    return Response(asset.data, media_type=asset.kind, headers=headers)


def _page(frame: Folder, views: dict[str, Folder], addresses: list[str]) -> Asset:
    base = f"/web/{frame.hash}/"
    games = json.dumps({name: f"/view/{name}/{folder.hash}/" for name, folder in views.items()})
    style = [path for path in sorted(frame.assets) if path.endswith(".css")]
    first = [path for path in frame.modules() if not path.startswith(("texts/", "later/"))]
    links = [
        f'<link rel="stylesheet" href="{base}{path}" integrity="{frame.assets[path].integrity}">' for path in style
    ]
    links += [
        f'<link rel="modulepreload" href="{base}{path}" integrity="{frame.assets[path].integrity}">' for path in first
    ]
    text = frame.assets[_PAGE].data.decode()
    for mark, put in (
        ("<!-- links -->", "\n".join(links)),
        ("BASE/", base),
        ("INTEGRITY", frame.assets["main.js"].integrity),
        ("GAMES", html.escape(games)),
        ("ADDRESSES", html.escape(" ".join(addresses))),
    ):
        text = text.replace(mark, put)
    return Asset("", "text/html; charset=utf-8", text.encode())


def _listing(frame: Folder, views: dict[str, Folder]) -> dict[str, dict[str, str]]:
    folders = {f"/web/{frame.hash}/": frame}
    folders |= {f"/view/{name}/{folder.hash}/": folder for name, folder in views.items()}
    return {
        base: {path: asset.integrity for path, asset in sorted(folder.assets.items()) if path != _PAGE}
        for base, folder in folders.items()
    }
