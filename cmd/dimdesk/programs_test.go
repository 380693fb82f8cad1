package main

import (
	"database/sql"
	"errors"
	"fmt"
	"os"
	"time"
)

// runSQL is a program: duckdb FILE SQL-FILE. Linking the engine has registered the driver.
func runSQL() {
	db, err := sql.Open("duckdb", os.Args[1])
	fatal(err)
	text, err := os.ReadFile(os.Args[2])
	fatal(err)
	_, err = db.Exec(string(text))
	fatal(errors.Join(err, db.Close()))
}

// holdOpen is a program that holds a DuckDB file open, and says with a byte when it does.
func holdOpen() {
	db, err := sql.Open("duckdb", os.Args[1])
	fatal(err)
	fatal(db.Ping())
	fmt.Print(".")
	time.Sleep(time.Minute)
}

func fatal(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}
