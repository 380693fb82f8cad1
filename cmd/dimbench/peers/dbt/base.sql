-- The history so far, in the table that a first snapshot of an empty batch has made.
insert into dim_customer by name
select customer_id, name, email, city, segment, country, tier, phone, valid_from as updated_at,
       md5(customer_id::varchar || '|' || valid_from::varchar) as dbt_scd_id, valid_from as dbt_updated_at,
       valid_from as dbt_valid_from, valid_to as dbt_valid_to
from 'base.parquet' order by customer_sk;
checkpoint;
