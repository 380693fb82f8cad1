"""run.py EFFECTIVE -- what `sqlmesh run` does, which has no flag for the time that its changes are dated by."""
import sys

from sqlmesh import Context

status = Context(paths=".").run(execution_time=sys.argv[1])
if not status.is_success:
    sys.exit(f"sqlmesh run: {status.value}")
