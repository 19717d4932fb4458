"""Runs a server and stops it when this program's standard input ends, which happens also if the Python that holds its other end is killed.

python3 _watch.py FOLDER-TO-REMOVE COMMAND...      an empty name: no folder is removed
"""

import shutil
import subprocess
import sys
import threading

_SECONDS_TO_STOP = 20


def main() -> int:
    folder, command = sys.argv[1], sys.argv[2:]
    server = subprocess.Popen(command, stdin=subprocess.DEVNULL)

    def stop() -> None:
        sys.stdin.buffer.read()
        server.terminate()
        try:
            server.wait(_SECONDS_TO_STOP)
        except subprocess.TimeoutExpired:
            server.kill()

    threading.Thread(target=stop, daemon=True).start()
    code = server.wait()
    if folder:
        shutil.rmtree(folder, ignore_errors=True)
    return code


if __name__ == "__main__":
    sys.exit(main())
