-- What the model's table holds, in the columns of the generated dimension.
copy (
  select customer_id, name, email, city, segment, country, tier, phone, valid_from, valid_to, valid_to is null as is_current
  from dimbench.dim_customer
) to 'versions.parquet';
