// Package learn is the teaching of SCD types: lessons that are files, the playing and judging of their steps, the proof that
// a lesson is sound, its printing, and what a learner has done. It knows no database and no terminal: everything is run in an
// engine.Lab that it is given.
package learn

// Lesson is one lesson file. docs/lessons.md describes the format.
type Lesson struct {
	Name    string // on the command line: "is-it-a-change"
	File    string // for messages
	Number  int    // its place in the list
	Title   string
	Minutes int // that it takes
	Goal    string
	Scene   Scene
	Steps   []Step
	Quiz    []Question // whoever answers all of these may skip the lesson
	Terms   []string   // glossary entries that it uses
}

// Scene is the tables that a step sees. Each step has a whole one: the lesson's with what the step says otherwise.
type Scene struct {
	Table     string // what SQL calls the dimension; the batch is "staged", the facts are "orders"
	Dimension string // CSV
	Batch     string // CSV
	Facts     string // CSV
	Spec      string // YAML of a dimension's spec
	AsOf      string
	Types     map[string]string // column → SQL type, where the values do not tell it
	Line      int
}

// Step is one step of a lesson: exactly one of its fields besides Scene, Own and Line is set.
type Step struct {
	Line    int
	Scene   Scene
	Own     bool // the step brings tables of its own: what earlier steps ran does not show in it
	Say     string
	Show    *Show
	Run     *Run
	Recipe  []string // dialects whose SQL is read clause by clause
	Predict *Question
	Task    *Task
}

// Show is tables to look at.
type Show struct {
	Tables   []string // "dimension", "batch", "facts", in order
	Query    string   // rows of a query besides; "" for none
	Timeline bool     // the members' histories drawn
}

// Run is something that is run before the learner's eyes: the engine with the scene's batch, or SQL.
type Run struct {
	Engine bool
	SQL    string
	Keep   bool // the tables are as before for the steps that follow
	Fails  bool // an error is what is to be seen
	Line   int
}

// Question is a prediction asked before the answer is shown, or a question of a quiz.
type Question struct {
	Ask     string
	Choices []Choice
	Proof   *Run   // what shows the answer; nil in a quiz
	Gives   *Gives // what holds after the proof; nil in a quiz
	Line    int
}

// Choice is one answer and what whoever gives it is told.
type Choice struct {
	Answer string
	Right  bool
	Says   string
	Line   int
}

// Gives is a query over the tables after a proof, and the one value that it must give.
type Gives struct {
	Query, Is string
	Line      int
}

// Task is something to do, judged by what comes of it.
type Task struct {
	Title    string
	Ask      string
	Edit     Edit
	Start    string // what the learner begins with
	Solution string
	Judge    Judged
	Ordered  bool     // the order of the rows counts; with JudgeResult
	Ignore   []string // columns that are not compared, such as surrogate keys that may be numbered otherwise
	Hidden   []Hidden
	Hints    []string
	Misses   []Miss
	Line     int
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
type Hidden struct {
	About string // "a member without a country"
	Scene Scene
}

// Miss is a wrong answer that the lesson foresees.
type Miss struct {
	When string // SQL over got, want, before and staged; a row of it means that this is what happened
	Says string // what the learner is told, {column} standing for the row's values
	Try  string // an answer that must be told exactly this
	Line int
}
