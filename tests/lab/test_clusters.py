"""Real clusters on this machine: the same bytes as one process writes, also when a worker is killed in the middle."""

import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest

from kempelen.engine.errors import PlayerError
from kempelen.lab.backends import Serial
from kempelen.lab.clusters.dask import dask_cluster
from kempelen.lab.clusters.ray import ray_cluster
from kempelen.lab.clusters.same import check_workers, facts_here, game_in
from kempelen.lab.folder.play import open_folder, play_folder
from kempelen.lab.plan.plan import plan_of
from tests.lab.test_folder import KILLED

pytestmark = [pytest.mark.alone, pytest.mark.filterwarnings("default")]

FILE = {"game": "saboteur", "games": 60, "players": 3, "chunk": 10, "grid": {"options": {"R15": ["cell", "opening"]}}}
MAIN = "from kempelen.terminal.cli import main; main()"
TOML = 'game = "saboteur"\ngames = 60\nplayers = 3\nchunk = 10\n[grid]\noptions.R15 = ["cell", "opening"]\n'
INTERRUPTED = """
import os, signal
from kempelen.lab.folder import play
# Whoever runs the tests in the background of a shell has told it to ignore what Ctrl-C sends.
signal.signal(signal.SIGINT, signal.default_int_handler)
real, written = play.write_whole, []

def write_whole(path, parts):
    written.append(path)
    if len(written) == 5:
        os.killpg(0, signal.SIGINT)
    real(path, parts)

play.write_whole = write_whole
from kempelen.terminal.cli import main
main()
"""
CLUSTERS = {"dask": dask_cluster, "ray": ray_cluster}


def contents(folder):
    return {path.name: path.read_bytes() for path in sorted(folder.glob("*.parquet"))}


def played(folder, backend, progress=None):
    plan = plan_of(FILE, FILE, "clusters", Path())
    manifest = open_folder(plan, folder, "again", resume=folder.exists())
    return play_folder(plan, manifest, folder, backend, progress)


@pytest.fixture(scope="module")
def serial(tmp_path_factory):
    """What one process writes."""
    folder = tmp_path_factory.mktemp("serial") / "rows"
    played(folder, Serial())
    return contents(folder)


@pytest.fixture(scope="module", params=list(CLUSTERS))
def cluster(request):
    """Two workers, and which kind they are."""
    with CLUSTERS[request.param](2, "saboteur") as backend:
        yield request.param, backend


class Fatal:
    """Kills the process it runs in when it gets a number for the first time."""

    def __init__(self, marks: Path, number: int) -> None:
        self.marks, self.number = marks, number

    def __call__(self, n: int) -> int:
        if n == self.number and not self.marks.exists():
            self.marks.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return n * n


def test_the_same_bytes(cluster, serial, tmp_path):
    _, backend = cluster
    assert backend.workers == 2
    done = played(tmp_path / "rows", backend)
    assert done.games == 120
    assert contents(tmp_path / "rows") == serial


def test_a_lost_worker_is_survived(cluster, tmp_path):
    _, backend = cluster
    found = dict(backend.each(Fatal(tmp_path / "died", 5), range(12)))
    assert (tmp_path / "died").exists()
    assert found == {n: n * n for n in range(12)}


def test_a_worker_killed_in_the_middle_of_an_experiment(cluster, serial, tmp_path):
    """One chunk kills its worker; played again, its rows are the same."""
    _, backend = cluster

    class Killing:
        workers = backend.workers

        def each(self, function, chunks):
            return backend.each(KillOnce(function, tmp_path / "died"), chunks)

    played(tmp_path / "rows", Killing())
    assert (tmp_path / "died").exists()
    assert contents(tmp_path / "rows") == serial


class KillOnce:
    """Plays chunks, but the first time that the third comes its worker dies."""

    def __init__(self, function, marks: Path) -> None:
        self.function, self.marks = function, marks

    def __call__(self, work):
        if work.first == 21 and not self.marks.exists():
            self.marks.touch()
            os.kill(os.getpid(), signal.SIGKILL)
        return self.function(work)


def test_chunks_are_only_taken_when_somebody_is_free(cluster):
    """So an experiment can stop in the middle, and nothing goes on behind its back."""
    _, backend = cluster
    taken = []

    def chunks():
        for n in range(1000):
            taken.append(n)
            yield n

    results = backend.each(abs, chunks())
    next(results)
    results.close()
    assert len(taken) < 10


def test_what_a_chunk_raises_comes_through(cluster):
    _, backend = cluster
    with pytest.raises(PlayerError) as refused:
        list(backend.each(_refuse, [1, 2]))
    assert refused.value.text.key == "lab.worker_died"


def _refuse(n: int) -> int:
    from kempelen.lab.experiment import BadExperiment
    from kempelen.text.say import Text

    raise BadExperiment(Text("lab.worker_died"))


def address_of(name, backend):
    if name == "dask":
        return backend.client.scheduler.address
    import ray

    return ray.get_runtime_context().gcs_address


def test_killed_and_resumed_on_an_existing_cluster(cluster, serial, tmp_path):
    """As a person calls it, from another process, by the cluster's address: `kill -9` in the middle, then --resume."""
    name, backend = cluster
    file, folder = tmp_path / "x.toml", tmp_path / "rows"
    file.write_text(TOML, "utf-8")
    where = ["--on", name, "--address", address_of(name, backend)]
    words = ["lab", "run", str(file), "-o", str(folder), *where, "--lang", "en"]
    killed = subprocess.run([sys.executable, "-c", KILLED, *words], capture_output=True, check=False)
    assert killed.returncode == -signal.SIGKILL
    there = contents(folder)
    assert len(there) == 4
    assert there.items() < serial.items()
    said = subprocess.run([sys.executable, "-c", MAIN, *words, "--resume"], check=True, capture_output=True, text=True)
    assert "80 games played" in said.stdout
    assert "40 were there already" in said.stdout
    assert contents(folder) == serial


def test_ctrl_c_and_resumed(serial, tmp_path):
    """As a terminal sends it, to the whole group: one sentence, whole files, and --resume plays the rest anywhere."""
    file, folder = tmp_path / "x.toml", tmp_path / "rows"
    file.write_text(TOML, "utf-8")
    words = ["lab", "run", str(file), "-o", str(folder), "--workers", "2", "--lang", "en"]
    begun = [sys.executable, "-c", INTERRUPTED, *words, "--on", "dask"]
    stopped = subprocess.run(begun, capture_output=True, text=True, check=False, start_new_session=True)
    assert stopped.returncode == 130, stopped.stderr
    assert "Traceback" not in stopped.stderr
    assert "--on dask --resume" in stopped.stderr
    there = contents(folder)
    assert there.items() < serial.items()
    subprocess.run([sys.executable, "-c", MAIN, *words, "--resume"], check=True, capture_output=True)
    assert contents(folder) == serial


def test_workers_of_another_version_play_nothing(cluster, tmp_path):
    """Whoever asks has another version than the cluster."""
    name, backend = cluster
    file, folder = tmp_path / "x.toml", tmp_path / "rows"
    file.write_text(TOML, "utf-8")
    newer = f"import kempelen; kempelen.__version__ = '99.0'; {MAIN}"
    words = ["lab", "run", str(file), "-o", str(folder), "--on", name, "--address", address_of(name, backend)]
    said = subprocess.run(
        [sys.executable, "-c", newer, *words, "--lang", "en"], check=False, capture_output=True, text=True
    )
    assert said.returncode == 2
    assert "here it is 99.0" in said.stderr
    assert "install the same version on all" in said.stderr
    assert not folder.exists()


@pytest.mark.parametrize(
    ("name", "address"), [("dask", "tcp://127.0.0.1:1"), ("dask", "nowhere.invalid"), ("ray", "127.0.0.1:1")]
)
def test_a_cluster_that_is_not_there(kempelen, tmp_path, monkeypatch, name, address):
    monkeypatch.setattr("kempelen.lab.clusters.dask.PATIENCE", 1.0)
    file, folder = tmp_path / "x.toml", tmp_path / "rows"
    file.write_text(TOML, "utf-8")
    said = kempelen("lab", "run", file, "-o", folder, "--on", name, "--address", address, "--lang", "en")
    assert said.status == 2
    assert "cluster answers" in said.err
    assert said.out == ""  # no game was tried for a plan
    assert not folder.exists()


def test_workers_that_differ_are_refused_in_words():
    here = facts_here()

    def refused(facts):
        with pytest.raises(PlayerError) as error:
            check_workers([("a", here), ("b", facts)], "saboteur")
        fields = dict(error.value.text.fields)
        assert fields["worker"] == "b"
        return error.value.text.key.rpartition(".")[2], fields.get("what")

    check_workers([("a", here)], "saboteur")
    assert refused({**here, "kempelen": "0.0"}) == ("version", "kempelen")
    assert refused({**here, "python": "3.1"}) == ("version", "python")
    assert refused({**here, "pyarrow": ""}) == ("version", "pyarrow")
    assert refused({**here, game_in("saboteur"): "0"}) == ("version", "game saboteur")
    assert refused({name: value for name, value in here.items() if name != game_in("saboteur")}) == ("no_game", None)
    assert refused(ModuleNotFoundError("kempelen")) == ("not_installed", None)


def test_a_machine_too_busy_to_start_ray(monkeypatch):
    """Ray waits for its own processes for half a minute, and then raises something plain."""
    import ray

    def init(**_):
        raise Exception("The current node timed out during startup.")

    monkeypatch.setattr(ray, "init", init)
    with pytest.raises(PlayerError) as refused, ray_cluster(2, "saboteur"):
        pass
    assert refused.value.text.key == "lab.cluster.not_started"


@pytest.mark.parametrize(("module", "start"), [("distributed", dask_cluster), ("ray", ray_cluster)])
def test_an_extra_that_is_not_installed(monkeypatch, module, start):
    monkeypatch.setitem(sys.modules, module, None)
    with pytest.raises(PlayerError) as refused, start(2, "saboteur"):
        pass
    assert refused.value.text.key == "lab.cluster.needs"
