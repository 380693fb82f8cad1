package duck

import (
	"context"
	"errors"

	"dimdesk/engine"
	"dimdesk/engine/sqlgen"
)

// Review is a batch under review, in a workspace of its own. It implements engine.Review and engine.Streamer.
type Review struct {
	o       Options
	w       *workspace
	home    home
	layout  *sqlgen.Layout
	begun   *scan // of the batch, until it is inspected
	batch   *batchFile
	notices []string
	news    []string // of these, what was found of killed programs
	already int64    // the commit that applied the batch before
	columns []engine.ColumnInfo
	supply  []int // numbers of the attributes that the batch supplies

	rows, absent int64
	inForce      int64 // members in force in scope: what the brake's shares are of

	history  []step // decisions, for undo
	steps    int    // how many there were, undone ones too
	redo     []step
	plain    int64          // rows that need no look at history
	placed   bool           // some row needed a look at history; otherwise the tables from member to after are not there
	spent    bool           // an Apply review was committed, or refused: its rows are known by their places then
	keyed    bool           // newkey is up to date
	chained  bool           // some member has several placed rows
	ordered  []bool         // for each key column whether members are numbered by it as a number
	stamp    string         // of the dimension's files when they were read
	numeric  []bool         // the same of the keys that open versions as things are decided now; nil where it is not known
	counts   *engine.Counts // as things are decided now; nil where they are not known
	journal  *journal       // of an Apply, which holds the dimension since it was read
	tally    sqlgen.Tally   // rows that the commit's statements touch
	progress func(engine.Progress)
	stage    int // of planning, the last that was told of

	streamed map[engine.Kind]int64 // rows that were counted as they streamed by; nil where none was

	ended ended // the last commit
}

// OpenReview reads a batch and a dimension, classifies every row, and lets go of the dimension.
func OpenReview(ctx context.Context, o Options) (*Review, error) {
	h, err := openHome(o)
	if err != nil {
		return nil, err
	}
	begun := readAhead(ctx, o.Batch)
	w, err := openWorkspace(ctx, o, append(h.files(), o.Batch)...)
	if err != nil {
		begun.abandon()
		return nil, err
	}
	r := &Review{o: o, w: w, home: h, begun: begun, progress: o.Progress}
	if r.progress == nil {
		r.progress = func(engine.Progress) {}
	}
	if err := r.plan(ctx); err != nil {
		r.Close()
		return nil, wrap(err, "cannot plan the batch")
	}
	return r, nil
}

// plan makes every stage from the files.
func (r *Review) plan(ctx context.Context) (err error) {
	r.progress(engine.Progress{What: "opening " + r.home.path(), Step: 1, Steps: planSteps})
	if err := r.home.attach(ctx, r.w, r.o.Apply); err != nil {
		return err
	}
	defer func() {
		if r.o.Apply && err == nil {
			return // held until Close: nobody is waited for
		}
		if d := r.home.detach(r.w); err == nil {
			err = d
		}
	}()
	r.stamp = stampOf(r.home)
	if err := r.bind(ctx); err != nil {
		return err
	}
	if r.counted() {
		return r.mention(ctx)
	}
	return r.classify(ctx)
}

// bind reads the batch and the spec, and makes the layout.
func (r *Review) bind(ctx context.Context) error {
	// The spec names the null texts that reading the batch needs, and the batch's columns help to detect a spec.
	given, _, err := findSpec(r.o, r.home)
	if err != nil {
		return err
	}
	var nulls []string
	if given != nil {
		nulls = given.Batch.Nulls
	}
	r.stage = 2
	r.progress(engine.Progress{What: "reading " + r.o.Batch, Step: r.stage, Steps: planSteps})
	begun := r.begun
	r.begun = nil
	if r.batch, err = inspect(ctx, r.w, r.o.Batch, nulls, begun); err != nil {
		return err
	}
	defer r.batch.close()
	b, err := bindSpec(ctx, r.w, r.o, r.home, r.batch.columns)
	if err != nil {
		return err
	}
	r.notices, r.columns = b.notices, b.columns
	if r.layout, err = layoutOf(ctx, r.w, r.o, r.home, b); err != nil {
		return err
	}
	if err := r.countStreaming(ctx); err != nil {
		return err
	}
	if r.streamed == nil {
		if err := r.batch.load(ctx, r.w); err != nil {
			return err
		}
		if err := setBatch(ctx, r.w, r.layout, r.batch, stored); err != nil {
			return err
		}
	}
	r.supply = r.layout.SuppliedAttrs()
	r.rows = r.batch.rows
	return nil
}

const planSteps = 14

// brief tells whether nobody is going to look at single rows.
func (r *Review) brief() bool { return r.o.Apply || r.o.Count }

// told says that whoever asked for the last commit, and for the notices, has told them.
func (r *Review) told() {
	r.ended.told()
	r.home.told()
}

// Close lets go of the dimension and the workspace. Whoever closes has told of the commit.
func (r *Review) Close() error {
	r.begun.abandon()
	r.told()
	r.home.letGo()
	if r.brief() {
		return errors.Join(r.home.detach(r.w), r.w.leave())
	}
	return errors.Join(r.home.detach(r.w), r.w.close())
}
