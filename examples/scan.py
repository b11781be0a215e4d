"""Does what scan.c does, in Python: python3 scan.py .env config/database.yml"""

import pathlib
import sys

import sluice

engine = sluice.Engine()
found = False
for path in sys.argv[1:]:
    for finding in engine.scan(pathlib.Path(path).read_bytes(), path):
        found = True
        print(f"{finding.name}:{finding.start.line}:{finding.start.column}: "
              f"{finding.rule} {finding.secret}")
sys.exit(found)
