// Package torture has no code of its own. Its tests start the real program as a process and do to it what machines and people
// do: kill it at any moment, fill the disk, take the lock away, change a file under it. What they ask for afterwards is the
// same each time: the dimension is the one before or the one after, and the journal says which.
package torture
