-- What the snapshot holds, in the columns of the generated dimension.
copy (
  select customer_id, name, email, city, segment, country, tier, phone,
         dbt_valid_from as valid_from, dbt_valid_to as valid_to, dbt_valid_to is null as is_current
  from dim_customer
) to 'versions.parquet';
