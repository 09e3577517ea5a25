"""No image is built in the tests, but what the Dockerfile and the compose file run is run."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path

import httpx
import yaml

from tests.servers import PROGRAM, free_port, until

ROOT = Path(__file__).parents[2]
DOCKERFILE = (ROOT / "Dockerfile").read_text("utf-8")


def command_in(kind):
    found = re.search(rf"^{kind} (\[.*\])$", DOCKERFILE, re.MULTILINE)
    assert found
    return json.loads(found[1])


def test_both_files_run_the_same_command():
    services = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))["services"]
    assert services["games"]["command"] == command_in("CMD")
    assert services["games"]["environment"]["KEMPELEN_DB"].startswith("postgresql://kempelen:")
    health = services["database"]["healthcheck"]["test"]
    assert health[:2] == ["CMD", "pg_isready"]


def test_what_is_installed_is_an_extra_of_ours():
    import tomllib

    extras = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["optional-dependencies"]
    found = re.search(r"/kempelen\[(.*?)\]", DOCKERFILE)
    assert found
    assert set(found[1].split(",")) <= set(extras)


def test_the_health_of_the_database_is_asked_as_in_the_compose_file(database):
    services = yaml.safe_load((ROOT / "compose.yaml").read_text("utf-8"))["services"]
    _, program, *words = services["database"]["healthcheck"]["test"]
    asked = [str(database.programs / program), *words]
    there = {**os.environ, "PGHOST": str(database.folder)}
    assert subprocess.run(asked, env=there, capture_output=True, check=False).returncode == 0
    assert subprocess.run(asked, env={**there, "PGHOST": "/nowhere"}, capture_output=True, check=False).returncode


def test_the_image_is_made_by_nothing_but_what_stands_here():
    """The folders and the user of the image, and one line of pip with what `make setup` installs, too: whoever adds a
    command thinks of a test that runs it."""
    lines = [line.partition(" ") for line in DOCKERFILE.splitlines() if line and not line.startswith("#")]
    run = [part.split() for kind, _, rest in lines if kind == "RUN" for part in rest.split(" && ")]
    assert [words[0] for words in run] == ["useradd", "mkdir", "chown", "pip", "rm"]
    pip = run[3]
    assert pip[:4] == ["pip", "install", "--no-cache-dir", "-c"]
    assert (ROOT / pip[4].removeprefix("/kempelen/")).is_file()
    installed = re.search(r"-e '\.\[(.*?)\]'", (ROOT / "Makefile").read_text("utf-8"))
    extras = re.search(r"/kempelen\[(.*?)\]", DOCKERFILE)
    assert installed
    assert extras
    assert set(extras[1].split(",")) <= set(installed[1].split(","))
    assert "-c constraints.txt" in (ROOT / "Makefile").read_text("utf-8")


def test_the_command_serves_games_from_a_database(database):
    """As the compose file does, at another port; and its health is asked as the image does."""
    program, *words = command_in("CMD")
    assert program == "kempelen"
    port = str(free_port())
    words[words.index("--port") + 1] = port
    words[words.index("--host") + 1] = "127.0.0.1"
    environment = {**os.environ, "KEMPELEN_DB": database.empty()}
    process = subprocess.Popen([sys.executable, "-c", PROGRAM, *words], stdout=subprocess.DEVNULL, env=environment)
    try:

        def healthy():
            python, *rest = [word.replace("8000", port) for word in command_in("HEALTHCHECK CMD")]
            assert python == "python"
            return subprocess.run([sys.executable, *rest], capture_output=True, check=False).returncode == 0

        until(healthy, "a healthy server")
        with httpx.Client(base_url=f"http://127.0.0.1:{port}") as client:
            client.get("/")
            made = client.post("/api/tables", json={"game": "saboteur"})
            assert made.status_code == 201
            assert client.get(f"/api/tables/{made.json()['id']}").status_code == 200
    finally:
        process.terminate()
        process.wait()
