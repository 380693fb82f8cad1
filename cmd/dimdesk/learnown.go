package main

import (
	"context"
	"fmt"
	"path/filepath"

	"dimdesk/cmd/dimdesk/internal/plain"
	"dimdesk/engine"
	"dimdesk/engine/duck"
	stories "dimdesk/learn/playground"
	"dimdesk/tui/cell"
	pages "dimdesk/tui/learn"
	"dimdesk/tui/page"
	"dimdesk/tui/pick"
	"dimdesk/tui/playground"
)

const (
	ownRows    = 10_000 // of each of one's own files, that the sandbox holds
	ownMembers = 500    // that are offered to the playground
)

// withOwn opens the playground or the sandbox on a dimension and a batch of the learner's, which are only read.
func (l *learning) withOwn(ctx context.Context, dimension, batch string, o pages.Options) error {
	if o.Start == pages.Sandbox {
		opts, err := l.options(dimension, batch, nil)
		if err != nil {
			return err
		}
		p := startProgress(ctx, l.cmd.ErrOrStderr(), "reading")
		tables, notes, err := duck.Sample(ctx, opts, ownRows)
		p.stop()
		if err != nil {
			return err
		}
		l.notices(l.cmd, notes)
		o.Sandbox = tables
		return l.show(ctx, o)
	}
	return l.withReview(ctx, l.cmd, dimension, batch, func(r *duck.Review) error {
		own, err := l.members(ctx, r, dimension, batch)
		if err != nil {
			return err
		}
		o.Playground = own
		return l.show(ctx, o)
	})
}

// members offers the members that a batch changes to the playground; a single one is not asked for.
func (l *learning) members(ctx context.Context, r *duck.Review, dimension, batch string) (func(*page.Env, engine.Lab) page.Page, error) {
	info := r.Info()
	list, err := r.Select(ctx, 0, engine.Filter{})
	if err != nil {
		return nil, err
	}
	changes, err := r.Window(ctx, list, 0, 2*ownMembers)
	if err != nil {
		return nil, err
	}
	var items []pick.Item
	var ids []int64 // a change of each
	seen := map[string]bool{}
	for _, c := range changes {
		if name := cell.Key(c.Key); c.Kind != engine.Rejected && !seen[name] && len(items) < ownMembers {
			seen[name] = true
			items = append(items, pick.Item{Kind: c.Kind, Name: cell.Clean(name + "  " + c.Label), What: plain.What(c, info.Label)})
			ids = append(ids, c.ID)
		}
	}
	if len(items) == 0 {
		return nil, engine.Errorf(engine.CodeFailed, "%s changes no member of %s, so there is no story to tell", filepath.Base(batch), info.Dimension).
			Help("%s says what it means. dimdesk learn playground has a story of its own.", l.again("diff", dimension, batch))
	}
	opts, err := l.options(dimension, "", nil)
	if err != nil {
		return nil, err
	}
	story := func(ctx context.Context, i int) (stories.Story, error) {
		m, err := r.History(ctx, ids[i])
		if err != nil {
			return stories.Story{}, err
		}
		facts, err := duck.MemberFacts(ctx, opts, info.Spec, m.Key)
		if err != nil {
			return stories.Story{}, err
		}
		return stories.FromMember(info, m, facts)
	}
	if len(items) == 1 {
		only, err := story(ctx, 0)
		if err != nil {
			return nil, err
		}
		return func(env *page.Env, lab engine.Lab) page.Page { return playground.New(env, lab, only) }, nil
	}
	right := cell.Plural(int64(len(items)), "member")
	if list.Total > int64(len(changes)) || len(items) == ownMembers {
		right = fmt.Sprintf("the first %d members", len(items))
	}
	return func(env *page.Env, lab engine.Lab) page.Page {
		return pick.New(env, pick.Options{
			Title: cell.Clean(info.Dimension + " ◂ " + info.Batch), Ask: "whose story, under every SCD type?", Right: right, Items: items,
			Open: func(ctx context.Context, i int) (func() page.Page, error) {
				s, err := story(ctx, i)
				return func() page.Page { return playground.New(env, lab, s) }, err
			},
		})
	}, nil
}
