"""dimension.py COMMAND FORMAT [...] -- the generated dimension as a Delta or an Iceberg table of Spark.

base FORMAT               make the table from base.parquet
apply FORMAT EFFECTIVE    apply batch.csv as a type 2 load, in one MERGE
versions FORMAT           write what the table holds to versions.parquet
"""
import os
import sys

from pyspark.sql import SparkSession

CONFIG = {
    "delta": {
        "spark.sql.extensions": "io.delta.sql.DeltaSparkSessionExtension",
        "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.delta.catalog.DeltaCatalog",
    },
    "iceberg": {
        "spark.sql.extensions": "org.apache.iceberg.spark.extensions.IcebergSparkSessionExtensions",
        "spark.sql.catalog.local": "org.apache.iceberg.spark.SparkCatalog",
        "spark.sql.catalog.local.type": "hadoop",
        "spark.sql.catalog.local.warehouse": os.path.abspath("warehouse"),
    },
}
TABLE = {"delta": f"delta.`{os.path.abspath('dimension')}`", "iceberg": "local.dimbench.dim_customer"}
BATCH = "customer_id BIGINT, name STRING, email STRING, city STRING, segment STRING, country STRING, tier INT, phone STRING"
ATTRIBUTES = ["name", "email", "city", "segment", "country", "tier", "phone"]


def base(spark, table, format):
    spark.sql(f"CREATE TABLE {table} USING {format} AS SELECT * FROM parquet.`base.parquet` ORDER BY customer_sk")


def apply(spark, table, format, effective):
    spark.read.csv("batch.csv", header=True, schema=BATCH).createOrReplaceTempView("batch")
    columns = ", ".join(ATTRIBUTES)
    differs = " OR ".join(f"NOT (b.{a} <=> d.{a})" for a in ATTRIBUTES)
    last = spark.sql(f"SELECT coalesce(max(customer_sk), 0) FROM {table}").first()[0]
    spark.sql(f"""
        CACHE TABLE changes AS
        SELECT b.*, d.customer_sk AS open_sk, {last} + row_number() OVER (ORDER BY b.customer_id) AS new_sk
        FROM batch AS b LEFT JOIN {table} AS d ON d.customer_id = b.customer_id AND d.is_current
        WHERE d.customer_sk IS NULL OR {differs}""")
    spark.sql(f"""
        MERGE INTO {table} AS d USING (
          SELECT open_sk AS merge_sk, * FROM changes WHERE open_sk IS NOT NULL
          UNION ALL
          SELECT NULL AS merge_sk, * FROM changes
        ) AS c ON d.customer_sk = c.merge_sk
        WHEN MATCHED THEN UPDATE SET valid_to = DATE '{effective}', is_current = false
        WHEN NOT MATCHED THEN INSERT (customer_sk, customer_id, {columns}, valid_from, valid_to, is_current)
          VALUES (c.new_sk, c.customer_id, {', '.join('c.' + a for a in ATTRIBUTES)}, DATE '{effective}', NULL, true)""")


def versions(spark, table, format):
    spark.table(table).write.mode("overwrite").parquet("versions.parquet")


command, format, *more = sys.argv[1:]
builder = SparkSession.builder.config("spark.ui.enabled", "false").config("spark.log.level", "ERROR")
for name, value in CONFIG[format].items():
    builder = builder.config(name, value)
spark = builder.getOrCreate()
{"base": base, "apply": apply, "versions": versions}[command](spark, TABLE[format], format, *more)
spark.stop()
