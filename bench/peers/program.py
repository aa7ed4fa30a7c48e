"""A peer's program in one of its modes, spoken to in lines (serve.h). A program that dies or hangs is a failure of the
set that it was working on; the next set starts it anew."""

import os
import resource
import select
import signal
import subprocess
import time


class Failed(Exception):
    """The peer gave no answer: it cannot, died, or took too long. The text says which."""


class Program:
    def __init__(self, path, log, environment=None, limit_s=300.0, cores=None, memory=None):
        """On these cores, and with this many bytes of memory; where not given, as the driver itself."""
        self.path, self.log, self.limit_s, self.cores, self.memory = path, log, limit_s, cores, memory
        self.environment = dict(os.environ, **(environment or {}))
        self.process = None

    def ask(self, line):
        """The answer to a line; raises Failed."""
        if self.process is None:
            self._start()
        try:
            self.process.stdin.write(line.encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # the missing answer tells
        answer = self._read_line()
        if answer.startswith("cannot"):
            raise Failed(answer.removeprefix("cannot").lstrip(": "))
        return answer

    def close(self):
        if self.process is not None:
            self.process.kill()
            self.process.wait()
            self.process.stdin.close()
            self.process.stdout.close()
            self.process = None

    def _start(self):
        self.process = subprocess.Popen([self.path], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=self.log,
                                        env=self.environment, bufsize=0, preexec_fn=self._confine)

    def _confine(self):
        if self.cores:
            os.sched_setaffinity(0, self.cores)
        if self.memory:
            resource.setrlimit(resource.RLIMIT_DATA, (self.memory, self.memory))

    def _read_line(self):
        end = time.monotonic() + self.limit_s
        pipe = self.process.stdout
        text = b""
        while not text.endswith(b"\n"):
            ready, _, _ = select.select([pipe], [], [], max(0.0, end - time.monotonic()))
            piece = os.read(pipe.fileno(), 4096) if ready else b""
            if not piece:
                reason = self._end_of_process() if ready else f"no answer within {self.limit_s:g} s"
                self.close()
                raise Failed(reason)
            text += piece
        return text.decode().strip()

    def _end_of_process(self):
        code = self.process.wait()
        return f"died of {signal.Signals(-code).name}" if code < 0 else f"ended with status {code}"
