{% snapshot dim_customer %}
{{ config(
    unique_key='customer_id',
    strategy='check',
    check_cols=['name', 'email', 'city', 'segment', 'country', 'tier', 'phone'],
    updated_at='updated_at',
    hard_deletes='ignore'
) }}
select *, date '{{ var("effective") }}' as updated_at
from read_csv('batch.csv', header = true, auto_detect = false, columns = {
    'customer_id': 'BIGINT', 'name': 'VARCHAR', 'email': 'VARCHAR', 'city': 'VARCHAR', 'segment': 'VARCHAR',
    'country': 'VARCHAR', 'tier': 'INTEGER', 'phone': 'VARCHAR'
})
{% endsnapshot %}
