"""A browser and a studio for each file of tests."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.studio.browser import Browser, Studio, browser, studio


@pytest.fixture(scope="module")
def chrome(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    with browser(tmp_path_factory.mktemp("chrome")) as found:
        yield found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Studio]:
    with studio(tmp_path_factory.mktemp("folder")) as found:
        yield found
