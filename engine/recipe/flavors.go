package recipe

// flavors are all that a recipe can be written in.
func flavors() []flavor {
	duck := flavor{
		open: `"`, close: `"`, escape: `""`, reserved: duckWords, instant: "TIMESTAMP", clock: "LOCALTIMESTAMP",
		dayBefore: "%s - 1", view: "CREATE OR REPLACE TEMP VIEW NAME AS\nQUERY;\n\n",
		begin: "BEGIN;\n\n", commit: "COMMIT;\n", uuid: "uuid()", bySource: true, reads: true,
	}
	with := func(f flavor, d Dialect, shape func(*load) []Clause) flavor {
		f.Dialect, f.shape = d, shape
		return f
	}
	postgres := flavor{
		open: `"`, close: `"`, escape: `""`, folds: true, reserved: postgresWords, instant: "TIMESTAMP", clock: "LOCALTIMESTAMP",
		dayBefore: "%s - 1", view: "CREATE OR REPLACE TEMP VIEW NAME AS\nQUERY;\n\n",
		begin: "BEGIN;\n\n", commit: "COMMIT;\n", nullsLast: " NULLS LAST", identity: true, uuid: "gen_random_uuid()",
	}
	spark := flavor{
		open: "`", close: "`", escape: "``", reserved: sparkWords, backslash: true, instant: "TIMESTAMP", clock: "CURRENT_TIMESTAMP",
		nulls: spaceship, dayBefore: "DATE_SUB(%s, 1)", view: "CREATE OR REPLACE TEMPORARY VIEW NAME AS\nQUERY;\n\n",
		uuid: "uuid()", bySource: true, mergeOnly: true,
	}
	databricks, hudi := spark, spark
	hudi.byRecord = true
	snowflake := flavor{
		open: `"`, close: `"`, escape: `""`, folds: true, reserved: snowflakeWords, backslash: true, instant: "TIMESTAMP_NTZ", clock: "CURRENT_TIMESTAMP::TIMESTAMP_NTZ",
		dayBefore: "DATEADD(day, -1, %s)", view: "CREATE OR REPLACE VIEW NAME AS\nQUERY;\n\n",
		begin: "BEGIN TRANSACTION;\n\n", commit: "COMMIT;\n", nullsLast: " NULLS LAST", identity: true, uuid: "UUID_STRING()", mergeOnly: true,
	}
	bigquery := flavor{
		open: "`", close: "`", escape: "\\`", reserved: bigqueryWords, backslash: true, instant: "TIMESTAMP", clock: "CURRENT_TIMESTAMP()",
		dayBefore: "DATE_SUB(%s, INTERVAL 1 DAY)", view: "CREATE TEMP TABLE NAME AS\nQUERY;\n\n",
		begin: "BEGIN TRANSACTION;\n\n", commit: "COMMIT TRANSACTION;\n", uuid: "GENERATE_UUID()", bySource: true,
	}
	fabric := flavor{
		open: "[", close: "]", escape: "]]", reserved: tsqlWords, bits: true, instant: "DATETIME2(6)", clock: "SYSDATETIME()",
		nulls: except, dayBefore: "DATEADD(day, -1, %s)", view: "CREATE OR ALTER VIEW NAME AS\nQUERY;\nGO\n\n",
		begin: "BEGIN TRANSACTION;\n\n", commit: "COMMIT TRANSACTION;\n", uuid: "NEWID()",
	}
	return []flavor{
		with(duck, Dialect{"close-then-open", "Close, then open: DuckDB, and the standard", "run on DuckDB 1.5.5", "https://duckdb.org/docs/stable/sql/statements/update"}, closeThenOpen),
		with(duck, Dialect{"merge", "One MERGE with the null key trick: DuckDB", "run on DuckDB 1.5.5", "https://duckdb.org/docs/stable/sql/statements/merge_into"}, oneMerge),
		with(postgres, Dialect{"postgresql", "PostgreSQL 15 or newer", "run on PostgreSQL 15.18", "https://www.postgresql.org/docs/current/sql-merge.html"}, oneMerge),
		with(spark, Dialect{"delta", "Spark with Delta Lake", "run on Spark 4.0.5 with Delta 4.0.1", "https://docs.delta.io/delta-update/"}, oneMerge),
		with(spark, Dialect{"iceberg", "Spark with Iceberg", "run on Spark 4.0.5 with Iceberg 1.10.1", "https://iceberg.apache.org/docs/latest/spark-writes/"}, oneMerge),
		with(databricks, Dialect{"databricks", "Databricks AUTO CDC", "follows the vendor's documentation, not run here", "https://docs.databricks.com/aws/en/ldp/cdc"}, autoCDC),
		with(snowflake, Dialect{"snowflake", "Snowflake, with a stream and a task", "follows the vendor's documentation, not run here", "https://docs.snowflake.com/en/user-guide/streams-intro"}, streamAndTask),
		with(bigquery, Dialect{"bigquery", "BigQuery", "follows the vendor's documentation, not run here", "https://cloud.google.com/bigquery/docs/reference/standard-sql/dml-syntax"}, oneMerge),
		with(fabric, Dialect{"fabric", "Microsoft Fabric, in a Warehouse", "follows the vendor's documentation, not run here", "https://learn.microsoft.com/fabric/data-warehouse/tsql-surface-area"}, closeThenOpen),
		with(hudi, Dialect{"hudi", "Spark with Hudi", "run on Spark 3.5.7 with Hudi 1.1.1", "https://hudi.apache.org/docs/sql_dml/"}, upsertRows),
		with(duck, Dialect{"dbt", "dbt snapshot", "run on dbt 1.11.16, with dbt-duckdb 1.11.1", "https://docs.getdbt.com/docs/build/snapshots"}, snapshotYAML),
	}
}
