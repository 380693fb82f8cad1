// Package learn is the teaching of SCD types: lessons that are files, the playing and judging of their steps, the proof that
// a lesson is sound, its printing, and what a learner has done. It knows no database and no terminal: everything is run in an
// engine.Lab that it is given.
package learn

// Lesson is one lesson file. docs/lessons.md describes the format.
type Lesson struct {
	Name    string     `yaml:"lesson"` // on the command line: "is-it-a-change"
	File    string     `yaml:"-"`      // for messages
	Number  int        `yaml:"number"` // its place in the list
	Title   string     `yaml:"title"`
	Minutes int        `yaml:"minutes"` // that it takes
	Goal    string     `yaml:"goal"`
	Scene   Scene      `yaml:"scene"`
	Steps   []Step     `yaml:"steps"`
	Quiz    []Question `yaml:"quiz"`  // whoever answers all of these may skip the lesson
	Terms   []string   `yaml:"terms"` // glossary entries that it uses
	Lines   Lines      `yaml:"-"`
}

// Scene is the tables that a step sees. Each step has a whole one once it is loaded: the lesson's with what the step says
// otherwise.
type Scene struct {
	Table     string            `yaml:"table"`     // what SQL calls the dimension; the batch is "staged", the facts are "orders"
	Dimension string            `yaml:"dimension"` // CSV
	Batch     string            `yaml:"batch"`     // CSV
	Facts     string            `yaml:"facts"`     // CSV
	Spec      string            `yaml:"spec"`      // YAML of a dimension's spec
	AsOf      string            `yaml:"as_of"`
	Types     map[string]string `yaml:"types"` // column or table.column → SQL type, where the values do not tell it
	Line      int               `yaml:"-"`
	Lines     Lines             `yaml:"-"`
}

// Lines are the lines of a file where the values of some keys begin.
type Lines map[string]int

// Step is one step of a lesson: exactly one of its fields besides Scene, Own and Line is set.
type Step struct {
	Line    int       `yaml:"-"`
	Scene   Scene     `yaml:"scene"`
	Own     bool      `yaml:"-"` // the step brings tables of its own: what earlier steps ran does not show in it
	Say     string    `yaml:"say"`
	Show    *Show     `yaml:"show"`
	Run     *Run      `yaml:"run"`
	Recipe  []string  `yaml:"recipe"` // dialects whose SQL is read clause by clause
	Predict *Question `yaml:"predict"`
	Task    *Task     `yaml:"task"`
}

// Show is tables to look at.
type Show struct {
	Tables   []string `yaml:"tables,short"` // "dimension", "batch", "facts", in order
	Query    string   `yaml:"query"`        // rows of a query besides; "" for none
	Timeline bool     `yaml:"timeline"`     // the members' histories drawn
}

// Run is something that is run before the learner's eyes: the engine with the scene's batch, or SQL.
type Run struct {
	Engine bool   `yaml:"engine"`
	SQL    string `yaml:"sql"`
	Keep   bool   `yaml:"keep"`  // the tables are as before for the steps that follow
	Fails  bool   `yaml:"fails"` // an error is what is to be seen
	Line   int    `yaml:"-"`
	Lines  Lines  `yaml:"-"`
}

// Question is a prediction asked before the answer is shown, or a question of a quiz.
type Question struct {
	Ask     string   `yaml:"ask"`
	Choices []Choice `yaml:"choices"`
	Proof   *Run     `yaml:"proof"` // what shows the answer; nil in a quiz
	Gives   *Gives   `yaml:"gives"` // what holds after the proof; nil in a quiz
	Line    int      `yaml:"-"`
}

// Choice is one answer and what whoever gives it is told.
type Choice struct {
	Answer string `yaml:"answer"`
	Right  bool   `yaml:"right"`
	Says   string `yaml:"says"`
	Line   int    `yaml:"-"`
}

// Gives is a query over the tables after a proof, and the one value that it must give.
type Gives struct {
	Query string `yaml:"query"`
	Is    string `yaml:"is"`
	Line  int    `yaml:"-"`
}

// Task is something to do, judged by what comes of it.
type Task struct {
	Title    string   `yaml:"title"`
	Ask      string   `yaml:"ask"`
	Edit     Edit     `yaml:"edit"`
	Start    string   `yaml:"start"` // what the learner begins with
	Solution string   `yaml:"solution"`
	Judge    Judged   `yaml:"judge"`   // the table where nothing is said
	Ordered  bool     `yaml:"ordered"` // the order of the rows counts; with JudgeResult
	Ignore   []string `yaml:"ignore"`  // columns that are not compared, such as surrogate keys that may be numbered otherwise
	Hidden   []Hidden `yaml:"hidden"`
	Hints    []string `yaml:"hints"`
	Misses   []Miss   `yaml:"misses"`
	Line     int      `yaml:"-"`
	Lines    Lines    `yaml:"-"`
}

// Edit is what a learner edits in a task.
type Edit string

// What can be edited.
const (
	EditSQL   Edit = "sql"
	EditSpec  Edit = "spec"
	EditBatch Edit = "batch"
)

// Judged is what a task is judged by.
type Judged string

// What a task can be judged by.
const (
	JudgeTable  Judged = "table"  // the dimension afterwards
	JudgeResult Judged = "result" // the rows of the last SELECT
)

// Hidden is another scene on which an answer must do what the solution does, so that a lucky constant does not pass.
// What its scene leaves out is as in the visible one.
type Hidden struct {
	About string `yaml:"about"` // "a member without a country"
	Scene Scene  `yaml:",inline"`
}

// Miss is a wrong answer that the lesson foresees.
type Miss struct {
	When  string `yaml:"when"` // SQL over got, want, before and staged; a row of it means that this is what happened
	Says  string `yaml:"says"` // what the learner is told, {column} standing for the row's values
	Try   string `yaml:"try"`  // an answer that must be told exactly this
	Line  int    `yaml:"-"`
	Lines Lines  `yaml:"-"`
}
