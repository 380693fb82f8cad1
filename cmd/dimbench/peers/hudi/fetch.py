"""about.py -- start Spark, so that it fetches the packages that it was asked for."""
from pyspark.sql import SparkSession

spark = SparkSession.builder.config("spark.ui.enabled", "false").getOrCreate()
print(spark.version)
spark.stop()
