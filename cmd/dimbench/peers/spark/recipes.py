"""recipes.py FORMAT -- run the jobs in jobs.json, one after the other, and write what each table holds to results.json."""
import json
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
        "spark.sql.catalog.local.warehouse": os.path.abspath("iceberg"),
    },
    "hudi": {
        "spark.sql.extensions": "org.apache.spark.sql.hudi.HoodieSparkSessionExtension",
        "spark.sql.catalog.spark_catalog": "org.apache.spark.sql.hudi.catalog.HoodieCatalog",
        "spark.serializer": "org.apache.spark.serializer.KryoSerializer",
        "spark.kryo.registrator": "org.apache.spark.HoodieSparkKryoRegistrar",
    },
}


def text(value):
    if value is None:
        return ""
    return str(value).lower() if isinstance(value, bool) else str(value)


def run(spark, job):
    for statement in job["set_up"]:
        spark.sql(statement)
    try:
        for _ in range(job["times"]):
            for statement in job["recipe"]:
                spark.sql(statement)
    except Exception as error:
        causes = [line for line in str(error).split("\n") if line.startswith("Caused by: ")]
        return {"failed": (causes or str(error).strip().split("\n"))[-1 if causes else 0]}
    table = spark.table(job["table"])
    columns = [c for c in table.columns if not c.startswith("_hoodie_")]
    return {"columns": columns, "rows": [[text(v) for v in row] for row in table.select(*columns).collect()]}


builder = SparkSession.builder.config("spark.ui.enabled", "false").config("spark.log.level", "ERROR")
builder = builder.config("spark.sql.warehouse.dir", os.path.abspath("warehouse")).config("spark.sql.shuffle.partitions", "2")
for name, value in CONFIG[sys.argv[1]].items():
    builder = builder.config(name, value)
spark = builder.getOrCreate()
with open("jobs.json") as jobs:
    results = [run(spark, job) for job in json.load(jobs)]
with open("results.json", "w") as out:
    json.dump(results, out)
spark.stop()
