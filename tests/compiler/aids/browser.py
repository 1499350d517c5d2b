"""Headless Chromium, if it is here: pages on a screen for axe, pages on paper for the eye."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
PDFTOPPM = shutil.which("pdftoppm")
QUIET = (
    *("--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking"),
    *("--disable-component-update", "--disable-sync"),
)

needs_chromium = pytest.mark.skipif(CHROMIUM is None, reason="no Chromium here: apt-get install chromium")
needs_pdftoppm = pytest.mark.skipif(
    PDFTOPPM is None, reason="no pdftoppm here: apt-get install poppler-utils"
)


@contextmanager
def opened() -> Iterator[Any]:
    """A page of a browser."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=CHROMIUM, args=list(QUIET))
        try:
            yield browser.new_page()
        finally:
            browser.close()


def printed(page: Any, html: str, folder: Path, name: str) -> list[tuple[int, int, bytes]]:
    """Print a page and return each sheet of paper as width, height and grey pixels, 5 mm each."""
    page.set_content(html)
    page.evaluate("document.fonts.ready")
    pdf = folder / f"{name}.pdf"
    page.pdf(path=str(pdf), prefer_css_page_size=True, print_background=True)
    # 25.4 dpi is a pixel for each millimetre; the blocks are averaged here.
    command = [str(PDFTOPPM), "-gray", "-r", "25.4", str(pdf), str(folder / name)]
    subprocess.run(command, check=True, capture_output=True)
    return [_pgm(one.read_bytes()) for one in sorted(folder.glob(f"{name}-*.pgm"))]


def _pgm(data: bytes) -> tuple[int, int, bytes]:
    magic, size, most, pixels = data.split(b"\n", 3)
    assert (magic, most) == (b"P5", b"255")
    width, height = map(int, size.split())
    return width, height, pixels


BLOCK = 5


def told(image: tuple[int, int, bytes]) -> list[str]:
    """Return a page as lines of digits: how dark each square of 5 mm is, 0 to 9."""
    width, height, pixels = image
    lines = []
    for top in range(0, height - BLOCK + 1, BLOCK):
        line = ""
        for left in range(0, width - BLOCK + 1, BLOCK):
            rows = [pixels[y * width + left : y * width + left + BLOCK] for y in range(top, top + BLOCK)]
            dark = 255 - sum(map(sum, rows)) / BLOCK**2
            line += str(min(9, int(dark / 16)))
        lines.append(line)
    return lines
