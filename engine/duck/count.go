package duck

import (
	"cmp"
	"context"
	"database/sql"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// fewInDoubt is the share of the batch up to which the rows in doubt are read alone: one of so many. Where they are more, what was
// told of the others saves too little.
const fewInDoubt = 8

// countStreaming counts the rows of a batch as they stream by, where only the counts are asked. Rows in doubt are left in raw, to be
// classified as all others are. r.streamed stays nil where the whole batch has to be.
func (r *Review) countStreaming(ctx context.Context) error {
	if !r.o.Count {
		return nil
	}
	if _, err := setColumns(r.layout, r.batch); err != nil || !r.layout.Tells() {
		return err
	}
	var read string
	if err := r.batch.stream(ctx, r.w, func(rows string) error {
		read = rows
		return r.stream(ctx, rows)
	}); err != nil {
		return err
	}
	told := map[engine.Kind]int64{}
	sum := int64(0)
	if err := r.w.query(ctx, r.layout.Kinds(), func(rows *sql.Rows) error {
		var k engine.Kind
		var n int64
		err := rows.Scan(&k, &n)
		told[k], sum = n, sum+n
		return err
	}); err != nil {
		return err
	}
	doubtful := r.batch.rows - sum
	if doubtful < 0 || doubtful > r.batch.rows/cmp.Or(r.o.inDoubt, fewInDoubt) {
		_, err := r.run(ctx, sqlgen.NotTold()...)
		return err
	}
	if doubtful > 0 {
		n, err := r.run(ctx, r.layout.Doubtful(read))
		if err != nil {
			return wrap(r.batch.blame(ctx, err), "cannot read "+r.batch.path)
		}
		if err := r.batch.same(ctx); err != nil {
			return err
		}
		if err := r.batch.whole(n, doubtful); err != nil {
			return err
		}
	}
	r.streamed = told
	return nil
}

// counted tells whether every row was counted as it streamed by, so that there are no tables of rows.
func (r *Review) counted() bool {
	sum := int64(0)
	for _, n := range r.streamed {
		sum += n
	}
	return r.streamed != nil && sum == r.rows
}

// readable are the rows of the batch that can be read, with their _e: where they streamed by, good has those in doubt alone.
func (r *Review) readable() string {
	if r.streamed != nil {
		return sqlgen.ToldReadable
	}
	return "good"
}

// stream makes told and doubt from the rows that read gives.
func (r *Review) stream(ctx context.Context, read string) error {
	l := r.layout
	inFile := func(cond string) string { return "(" + read + ") WHERE " + cond } // DuckDB keeps their order
	if err := setBatch(ctx, r.w, l, r.batch, inFile); err != nil {
		return err
	}
	if _, err := r.run(ctx, append([]sqlgen.Step{l.Told(read)}, l.Doubts()...)...); err != nil {
		return err
	}
	var several bool
	if err := r.w.one(ctx, l.SeveralPast(), &several); err != nil || !several {
		return err
	}
	_, err := r.run(ctx, l.MorePast())
	return err
}
