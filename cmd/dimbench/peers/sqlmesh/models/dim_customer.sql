MODEL (
  name dimbench.dim_customer,
  kind SCD_TYPE_2_BY_COLUMN (
    unique_key customer_id,
    columns [name, email, city, segment, country, tier, phone],
    execution_time_as_valid_from TRUE,
    invalidate_hard_deletes FALSE,
    time_data_type DATE
  )
);

SELECT
  customer_id, name, email, city, segment, country, tier, phone
FROM READ_CSV('batch.csv', header = TRUE, auto_detect = FALSE, columns = {
  'customer_id': 'BIGINT', 'name': 'VARCHAR', 'email': 'VARCHAR', 'city': 'VARCHAR', 'segment': 'VARCHAR',
  'country': 'VARCHAR', 'tier': 'INTEGER', 'phone': 'VARCHAR'
})
