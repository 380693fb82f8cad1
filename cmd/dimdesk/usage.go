package main

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"dimdesk/engine"
)

// knownCommand is the root's argument check: whatever is left there is a command that does not exist.
func knownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	err := engine.Errorf(engine.CodeUsage, "there is no command %q", args[0])
	var names []string
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() {
			names = append(names, c.Name())
		}
	}
	if near, ok := engine.Nearest(args[0], names); ok {
		return err.Help("Did you mean dimdesk %s?", near)
	}
	return err.Help("dimdesk --help lists the commands.")
}

// wants checks a command's arguments: those named must be there, those in brackets may be, and a last one that ends in …
// may be repeated.
func wants(names ...string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		for i, name := range names {
			if i >= len(args) && !strings.HasPrefix(name, "[") {
				return usageError(cmd, "%s needs %s", cmd.Name(), strings.TrimSuffix(name, "…"))
			}
		}
		if repeats := strings.HasSuffix(names[len(names)-1], "…"); len(args) > len(names) && !repeats {
			return usageError(cmd, "%s has no use for %q", cmd.Name(), args[len(names)])
		}
		return nil
	}
}

func usageError(cmd *cobra.Command, format string, args ...any) error {
	return engine.Errorf(engine.CodeUsage, format, args...).Help("Usage: %s\n%s --help says more.", cmd.UseLine(), cmd.CommandPath())
}

// flagError turns what pflag says about a flag into a usage error that names the nearest one.
func flagError(cmd *cobra.Command, err error) error {
	if bad, ok := errors.AsType[*pflag.InvalidValueError](err); ok {
		return engine.Errorf(engine.CodeUsage, "--%s %q %w", bad.GetFlag().Name, bad.GetValue(), reason(bad)).
			Help("%s --help says more.", cmd.CommandPath())
	}
	unknown, ok := errors.AsType[*pflag.NotExistError](err)
	if !ok {
		return usageError(cmd, "%w", err)
	}
	if unknown.GetSpecifiedShortnames() != "" {
		return usageError(cmd, "%s has no flag -%s", cmd.CommandPath(), unknown.GetSpecifiedName())
	}
	usage := engine.Errorf(engine.CodeUsage, "%s has no flag --%s", cmd.CommandPath(), unknown.GetSpecifiedName())
	if near := nearestFlag(cmd, unknown.GetSpecifiedName()); near != "" {
		return usage.Help("Did you mean --%s?", near)
	}
	return usage.Help("%s --help lists the flags.", cmd.CommandPath())
}

// reason is why a value was refused, without what strconv puts around it.
func reason(err *pflag.InvalidValueError) error {
	if _, ok := errors.AsType[*strconv.NumError](err); ok {
		return errors.New("is not a number")
	}
	return errors.Unwrap(err)
}

// nearestFlag is the flag that was most likely meant; "" if none is near.
func nearestFlag(cmd *cobra.Command, name string) string {
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	near, _ := engine.Nearest(name, names)
	return near
}

// choice is a flag that takes one of a few words.
type choice struct {
	value string
	words []string
}

func (c *choice) String() string { return c.value }
func (c *choice) Type() string   { return strings.Join(c.words, "|") }

func (c *choice) Set(s string) error {
	if !slices.Contains(c.words, s) {
		return fmt.Errorf("is none of %s", strings.Join(c.words, ", "))
	}
	c.value = s
	return nil
}

// formatFlag adds --format with the first of the words as its default.
func formatFlag(cmd *cobra.Command, words ...string) *choice {
	c := &choice{value: words[0], words: words}
	cmd.Flags().Var(c, "format", "how to print it: "+strings.Join(words, ", "))
	_ = cmd.RegisterFlagCompletionFunc("format", cobra.FixedCompletions(words, cobra.ShellCompDirectiveNoFileComp))
	return c
}
