package recipe

// The words that each engine keeps for itself, so that a column of that name needs quotes. In an engine that doesn't tell upper case
// from lower in quotes, a word too many does no harm.
const (
	duckWords = "all analyse analyze and anti any array as asc asof asymmetric at authorization binary both by case cast check " +
		"collate collation column columns concurrently constraint create cross current_date current_timestamp default deferrable desc " +
		"describe distinct do else end except false fetch for foreign freeze from full generated glob group having ilike in initially " +
		"inner intersect into is isnull join lambda lateral leading left like limit map natural not notnull null offset on only or " +
		"order outer overlaps pivot pivot_longer pivot_wider placing positional primary qualify references returning right select " +
		"semi show similar some struct summarize symmetric table tablesample then to trailing true try_cast tuple union unique unpack " +
		"unpivot using variadic verbose when where window with"

	postgresWords = "all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation " +
		"column concurrently constraint create cross current_catalog current_date current_role current_schema current_time " +
		"current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze from full " +
		"grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit localtime " +
		"localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references returning right " +
		"select session_user similar some symmetric table tablesample then to trailing true union unique user using variadic verbose " +
		"when where window with"

	sparkWords = "all and anti any as authorization both by call case cast check collate column constraint create cross current_date " +
		"current_time current_timestamp current_user distinct else end escape except false fetch filter for foreign from full grant " +
		"group having in inner intersect into is join lateral leading left minus natural not null offset on only or order outer " +
		"overlaps percentile_cont primary references right select semi session_user some table then time to trailing true union " +
		"unique unknown user using when where with within"

	snowflakeWords = "account all alter and any as between by case cast check column connect connection constraint create cross " +
		"current current_date current_time current_timestamp current_user database delete distinct drop else exists false following " +
		"for from full grant group gscluster having ilike in increment inner insert intersect into is issue join lateral left like " +
		"localtime localtimestamp minus natural not null of on or order organization qualify regexp revoke right rlike row rows " +
		"sample schema select set some start table tablesample then to trigger true try_cast union unique update using values view " +
		"when whenever where with"

	bigqueryWords = "all and any array as asc assert_rows_modified at between by case cast collate contains create cross cube current " +
		"default define desc distinct else end enum escape except exclude exists extract false fetch following for from full group " +
		"grouping groups hash having if ignore in inner intersect interval into is join lateral left like limit lookup merge natural " +
		"new no not null nulls of on or order outer over partition preceding proto qualify range recursive respect right rollup rows " +
		"select set some struct tablesample then to treat true unbounded union unnest using when where window with within"

	tsqlWords = "add all alter and any as asc authorization backup begin between break browse bulk by cascade case check checkpoint " +
		"close clustered coalesce collate column commit compute constraint contains containstable continue convert create cross " +
		"current current_date current_time current_timestamp current_user cursor database dbcc deallocate declare default delete deny " +
		"desc disk distinct distributed double drop dump else end errlvl escape except exec execute exists exit external fetch file " +
		"fillfactor for foreign freetext freetexttable from full function goto grant group having holdlock identity identity_insert " +
		"identitycol if in index inner insert intersect into is join key kill left like lineno load merge national nocheck " +
		"nonclustered not null nullif of off offsets on open opendatasource openquery openrowset openxml option or order outer over " +
		"percent pivot plan precision primary print proc procedure public raiserror read readtext reconfigure references replication " +
		"restore restrict return revert revoke right rollback rowcount rowguidcol rule save schema securityaudit select " +
		"semantickeyphrasetable semanticsimilaritydetailstable semanticsimilaritytable session_user set setuser shutdown some " +
		"statistics system_user table tablesample textsize then to top tran transaction trigger truncate try_convert tsequal union " +
		"unique unpivot update updatetext use user values varying view waitfor when where while with within writetext"
)
