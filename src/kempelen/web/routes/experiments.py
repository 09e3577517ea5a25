"""Experiments in the browser: simulate a scenario with live bars, and look at finished experiments."""

from __future__ import annotations

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.responses import FileResponse, HTMLResponse, RedirectResponse

from kempelen.engine.errors import PlayerError
from kempelen.lab.experiment import BadExperiment, Experiment
from kempelen.lab.folder.manifest import MANIFEST, read_manifest
from kempelen.lab.report.write import REPORT
from kempelen.text.say import Text
from kempelen.web.addresses import at
from kempelen.web.errors import Unwelcome
from kempelen.web.lab.bars import bars_of, seats_in_words
from kempelen.web.lab.jobs import Job, Jobs
from kempelen.web.lab.reporting import Reporting
from kempelen.web.lab.simulation import GAMES, Simulation, Snapshot
from kempelen.web.opening import count_game
from kempelen.web.people.visitor import address_of, say_for
from kempelen.web.rooms import start
from kempelen.web.routes.pages import form_of, game_here, needed, new_page
from kempelen.web.templating import fragment, page
from kempelen.wording import scenario_title

__all__ = ["router"]

router = APIRouter()
NAME = re.compile(r"[\w][\w.-]{0,80}")
STYLED = {
    "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none';"
    " form-action 'none'; frame-ancestors 'none'"
}
"""A report holds its style itself; it runs nothing and loads nothing."""
PLAYED = {
    "content-security-policy": "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline';"
    " img-src data:; base-uri 'none'; sandbox allow-scripts"
}
"""A game to watch is a small program of ours; here it runs apart from everything else."""


def jobs_of(request: Request) -> Jobs:
    jobs: Jobs = request.app.state.jobs
    return jobs


# -- simulate this scenario


@router.post("/simulate/{name}")
async def simulate(request: Request, name: str) -> Response:
    """The form of a new game, played by bots on every seat."""
    game, visitor = game_here(name), needed(request)
    if request.app.state.settings.alone:  # a device has one process
        raise Unwelcome(Text("web.error.no_simulation"), 404)
    form = await form_of(request)
    count_game(request)
    try:
        setup, _ = start.setup_in(name, form, person="")
        experiment = Experiment(
            name,
            setup.scenario,
            setup.seats,
            setup.options,
            GAMES,
            edition=setup.edition,
            automas=setup.automas,
            roles=setup.roles,
        )
        experiment.check()
    except PlayerError as error:
        asked = {key: values[-1] for key, values in form.items()}
        return await new_page(request, game, asked, 409, say_for(request).of(error.text))
    job = jobs_of(request).begin(visitor.who, Simulation(experiment), address_of(request))
    return RedirectResponse(at(request, f"/simulated/{job.id}"), 303)


def job_here(request: Request, id: str) -> Job:
    job = jobs_of(request).named(id)
    if job is None or not isinstance(job.task, Simulation):
        raise Unwelcome(Text("web.error.no_simulation"), 404)
    return job


@router.get("/simulated/{id}")
async def simulated(request: Request, id: str) -> HTMLResponse:
    return page(request, "simulated.html", **_content(request, job_here(request, id)))


@router.get("/simulated/{id}/bars")
async def simulated_bars(request: Request, id: str) -> HTMLResponse:
    """What the page shows, as far as it has come."""
    return fragment(request, "_bars.html", **_content(request, job_here(request, id)))


def _content(request: Request, job: Job) -> dict[str, Any]:
    say, experiment = say_for(request), job.task.experiment
    running = job.running
    seen = job.look() or Snapshot()
    wrong = job.said.wrong or (Text("web.simulated.lost") if job.lost else None)
    return {
        "id": job.id,
        "game": experiment.game,
        "back": {"scenario": experiment.scenario},
        "wrong": say.of(wrong) if wrong is not None else "",
        "title": start.title_of(experiment.rules, say),
        "scenario": scenario_title(experiment.rules, experiment.scenario, say),
        "seats": seats_in_words(experiment, say),
        "seen": seen,
        "running": running,
        "most": experiment.games,
        **bars_of(experiment, seen, say),
    }


# -- finished experiments


def home_of(request: Request) -> Path:
    home: Path | None = request.app.state.settings.experiments
    if home is None:
        raise Unwelcome(Text("web.error.no_experiments"), 404)
    return home


def folder_here(request: Request, name: str) -> Path:
    """A folder with an experiment; a name that leads elsewhere is none."""
    folder = home_of(request) / name
    if not NAME.fullmatch(name) or not (folder / MANIFEST).is_file():
        raise Unwelcome(Text("web.error.no_experiment", name=name[:40]), 404)
    return folder


@router.get("/experiments")
async def experiments(request: Request) -> HTMLResponse:
    """All that the server has, by name."""
    home, found = home_of(request), []
    for path in sorted(home.glob(f"*/{MANIFEST}")):
        if NAME.fullmatch(path.parent.name):
            found.append(_listed(path.parent, jobs_of(request)))
    return page(request, "experiments.html", found=found, busy=any(one["making"] for one in found))


def _listed(folder: Path, jobs: Jobs) -> Mapping[str, Any]:
    """What is said of an experiment; while its report is made, that, and if it cannot be, why."""
    made = [job for job in jobs.jobs.values() if isinstance(job.task, Reporting) and job.task.folder == folder]
    making = bool(made) and made[-1].running
    wrong = made[-1].said.wrong if made and not making else None
    failed = made and not making and made[-1].said.what is None
    said = {"making": making, "wrong": wrong or (Text("web.experiments.too_long") if failed else None)}
    try:
        manifest = read_manifest(folder)
    except BadExperiment:
        return {
            "name": folder.name,
            "title": folder.name,
            "question": "",
            "games": 0,
            "cells": 0,
            "ready": False,
        } | said
    return {
        "name": folder.name,
        "title": manifest.asked.title or manifest.name,
        "question": manifest.asked.question,
        "games": sum(manifest.played.values()),
        "cells": len(manifest.cells),
        "ready": (folder / REPORT).is_file(),
        **said,
    }


@router.post("/experiments/{name}/report")
async def make_report(request: Request, name: str) -> Response:
    """Make the report of an experiment whose games are played; the list says how it goes."""
    folder, visitor = folder_here(request, name), needed(request)
    count_game(request)
    jobs_of(request).begin(visitor.who, Reporting(folder, say_for(request).lang), address_of(request))
    return RedirectResponse(at(request, "/experiments"), 303)


@router.get("/experiments/{name}")
async def experiment(request: Request, name: str) -> Response:
    """The report of an experiment, as it was made here or by `kempelen lab report`."""
    report = folder_here(request, name) / REPORT
    if not report.is_file():
        raise Unwelcome(Text("web.error.no_report", name=name), 404)
    # With a slash at the end its links lead beside it.
    if not request.url.path.endswith("/"):
        return RedirectResponse(at(request, f"/experiments/{name}/"), 307)
    return FileResponse(report, media_type="text/html; charset=utf-8", headers=STYLED)


@router.get("/experiments/{name}/")
async def experiment_page(request: Request, name: str) -> Response:
    return await experiment(request, name)


@router.get("/experiments/{name}/_report-games/{file}")
async def watched(request: Request, name: str, file: str) -> Response:
    """A game beside the report."""
    path = folder_here(request, name) / "_report-games" / file
    if not NAME.fullmatch(file) or path.suffix not in (".html", ".jsonl") or not path.is_file():
        raise Unwelcome(Text("web.error.no_experiment", name=file[:40]), 404)
    if path.suffix == ".html":
        return FileResponse(path, media_type="text/html; charset=utf-8", headers=PLAYED)
    return FileResponse(path, media_type="application/x-ndjson", filename=file)
