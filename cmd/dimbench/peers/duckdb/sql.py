"""sql.py DATABASE FILE... -- run SQL files on a database with the release of DuckDB that the peer itself brings."""
import sys

import duckdb

connection = duckdb.connect(sys.argv[1])
for name in sys.argv[2:]:
    with open(name, encoding="utf-8") as file:
        connection.execute(file.read())
connection.close()
