"""A standalone cluster of Spark on this machine: a master and workers, each a process of its own."""

from __future__ import annotations

import contextlib
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time

import pyspark


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


class Cluster:
    """Starts with a master and no workers. Everything is killed by ``stop``."""

    def __init__(self, folder: pathlib.Path) -> None:
        self.folder = folder
        self.url = f"spark://127.0.0.1:{free_port()}"
        self.workers: list[subprocess.Popen] = []
        port = self.url.rpartition(":")[2]
        self.master = self._start("master", "org.apache.spark.deploy.master.Master", "--port", port)
        self._wait("master", "I have been elected leader")

    def add_worker(self, cores: int = 1) -> subprocess.Popen:
        name = f"worker{len(self.workers)}"
        work = self.folder / name
        worker = self._start(
            name, "org.apache.spark.deploy.worker.Worker", "--cores", str(cores), "--memory", "1g", "--work-dir", str(work), self.url
        )
        self.workers.append(worker)
        self._wait(name, "Successfully registered with master")
        return worker

    def kill(self, worker: subprocess.Popen) -> None:
        """Kills a worker and its executors, as a machine that loses its power does."""
        self.workers.remove(worker)
        self._kill(worker)

    def session(self, **options: str):
        """A session on this cluster whose executors take a core each."""
        from pyspark.sql import SparkSession

        builder = SparkSession.builder.master(self.url).appName("pgnz tests")
        usual = {
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.executor.cores": "1",
            "spark.executor.memory": "512m",
            "spark.ui.enabled": "false",
            "spark.pyspark.python": sys.executable,
            "spark.sql.python.filterPushdown.enabled": "true",
        }
        for name, value in (usual | options).items():
            builder = builder.config(name, value)
        return builder.getOrCreate()

    def stop(self) -> None:
        for process in [*self.workers, self.master]:
            self._kill(process)
        self.workers.clear()

    def _kill(self, process: subprocess.Popen) -> None:
        with contextlib.suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def _start(self, name: str, role: str, *arguments: str) -> subprocess.Popen:
        home = pathlib.Path(pyspark.__file__).parent
        command = [str(home / "bin" / "spark-class"), role, "--host", "127.0.0.1", "--webui-port", "0", *arguments]
        environment = {**os.environ, "SPARK_HOME": str(home), "SPARK_LOCAL_IP": "127.0.0.1", "PYSPARK_PYTHON": sys.executable}
        with open(self.folder / f"{name}.log", "wb") as log:
            # A group of its own, which its executors belong to.
            return subprocess.Popen(command, stdout=log, stderr=log, env=environment, start_new_session=True)

    def _wait(self, name: str, said: str) -> None:
        log = self.folder / f"{name}.log"
        for _ in range(600):
            if said in log.read_text(errors="replace"):
                return
            time.sleep(0.1)
        raise TimeoutError(f"{name} does not start:\n{log.read_text(errors='replace')[-2000:]}")
