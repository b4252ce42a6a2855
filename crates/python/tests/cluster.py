"""A standalone cluster of Spark on this machine: a master and workers, each a process of its own.

They end with ``stop``, and where the kernel can do that, also when whoever has started them is killed.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import pathlib
import signal
import socket
import subprocess
import sys
import time

import pyspark


def end_with_parent() -> None:
    """Asks Linux to kill this process when its parent ends. Executors end by themselves when their worker is gone."""
    if sys.platform == "linux":
        PR_SET_PDEATHSIG = 1
        ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


#: Tests are short: nothing is gained by compiling bytecode well.
JAVA_OPTIONS = "-XX:TieredStopAtLevel=1 -XX:+UseSerialGC"


class Cluster:
    """Starts with a master and so many workers. Everything is killed by ``stop``."""

    def __init__(self, folder: pathlib.Path, workers: int) -> None:
        self.folder = folder
        self.url = f"spark://127.0.0.1:{free_port()}"
        self.workers: list[subprocess.Popen] = []
        port = self.url.rpartition(":")[2]
        self.master = self._start("master", "org.apache.spark.deploy.master.Master", "--port", port)
        self.started = 0
        try:
            self._wait("master", "I have been elected leader")
            self.add_workers(workers)
        except BaseException:
            self.stop()
            raise

    def add_workers(self, count: int) -> None:
        """Adds workers of one core each, and waits until the master knows them."""
        names = [f"worker{self.started + at}" for at in range(count)]
        self.started += count
        for name in names:
            arguments = "--cores", "1", "--memory", "1g", "--work-dir", str(self.folder / name), self.url
            self.workers.append(self._start(name, "org.apache.spark.deploy.worker.Worker", *arguments))
        for name in names:
            self._wait(name, "Successfully registered with master")

    def kill(self, worker: subprocess.Popen) -> None:
        """Kills a worker and its executors, as a machine that loses its power does."""
        self.workers.remove(worker)
        self._kill(worker)

    def session(self, **options: str):
        """A session on this cluster whose executors take a core each."""
        from pyspark.sql import SparkSession

        # What reads sources in the driver is started by this name, whatever the settings say.
        os.environ["PYSPARK_PYTHON"] = sys.executable
        builder = SparkSession.builder.master(self.url).appName("pgnz tests")
        usual = {
            "spark.driver.host": "127.0.0.1",
            "spark.driver.bindAddress": "127.0.0.1",
            "spark.executor.cores": "1",
            "spark.executor.memory": "512m",
            "spark.ui.enabled": "false",
            # A shuffle of these few rows needs no 200 tasks.
            "spark.sql.shuffle.partitions": "2",
            "spark.driver.extraJavaOptions": JAVA_OPTIONS,
            "spark.executor.extraJavaOptions": JAVA_OPTIONS,
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
        environment = os.environ | {"SPARK_HOME": str(home), "SPARK_LOCAL_IP": "127.0.0.1", "SPARK_DAEMON_JAVA_OPTS": JAVA_OPTIONS}
        with open(self.folder / f"{name}.log", "wb") as log:
            # A group of its own, which its executors belong to.
            return subprocess.Popen(command, stdout=log, stderr=log, env=environment, start_new_session=True, preexec_fn=end_with_parent)

    def _wait(self, name: str, said: str) -> None:
        log = self.folder / f"{name}.log"
        for _ in range(600):
            if said in log.read_text(errors="replace"):
                return
            time.sleep(0.1)
        raise TimeoutError(f"{name} does not start:\n{log.read_text(errors='replace')[-2000:]}")
