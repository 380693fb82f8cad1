"""base.py -- put the history so far into the table that a first plan with an empty batch has made."""
from sqlmesh import Context

context = Context(paths=".")
table = context.resolve_table("dimbench.dim_customer")
context.engine_adapter.execute(
    f"INSERT INTO {table} BY NAME SELECT * EXCLUDE (customer_sk, is_current) FROM 'base.parquet' ORDER BY customer_sk"
)
context.engine_adapter.execute("CHECKPOINT")
