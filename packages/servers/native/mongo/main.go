// Command mongo serves the MongoDB wire protocol from a Postgres database,
// through FerretDB's embeddable package. It exists so that the clients service
// has a real server to talk to on machines without MongoDB or a container engine.
//
// In front of FerretDB stands a gate (gate.go) that gives back what FerretDB 1.24
// lacks and MongoDB's users count on: a write to one document is atomic.
package main

import (
	"context"
	"flag"
	"log"
	"log/slog"
	"net"
	"net/url"
	"os"
	"os/signal"
	"syscall"

	"github.com/FerretDB/FerretDB/ferretdb"
)

func main() {
	listen := flag.String("listen", "127.0.0.1:27017", "address to listen on, host:port")
	postgres := flag.String("postgres", "", "Postgres URL of the database that holds the documents, without credentials: "+
		"what a client sends (mechanism PLAIN) is what Postgres checks")
	flag.String("state", "", "ignored; names the data folder in the process list")
	flag.Parse()

	// Warnings would be one for each refused command, with the whole document in it.
	logger := slog.New(quiet{slog.NewTextHandler(os.Stderr, &slog.HandlerOptions{Level: slog.LevelError})})
	server, err := ferretdb.New(&ferretdb.Config{
		Listener:      ferretdb.ListenerConfig{TCP: "127.0.0.1:0"},
		Logger:        logger,
		Handler:       "postgresql",
		PostgreSQLURL: *postgres,
	})
	if err != nil {
		log.Fatal(err)
	}
	backend, err := url.Parse(server.MongoDBURI())
	if err != nil {
		log.Fatal(err)
	}
	listener, err := net.Listen("tcp", *listen)
	if err != nil {
		log.Fatal(err)
	}

	ctx, stop := signal.NotifyContext(context.Background(), syscall.SIGTERM, syscall.SIGINT)
	defer stop()
	go newGate(backend.Host).serve(ctx, listener)
	if err := server.Run(ctx); err != nil {
		log.Fatal(err)
	}
}

// quiet leaves out a failed statement, which is what a duplicate _id is: the client is told of it.
type quiet struct{ slog.Handler }

func (q quiet) Handle(ctx context.Context, record slog.Record) error {
	if record.Message == "Query" {
		return nil
	}
	return q.Handler.Handle(ctx, record)
}

func (q quiet) WithAttrs(attrs []slog.Attr) slog.Handler { return quiet{q.Handler.WithAttrs(attrs)} }

func (q quiet) WithGroup(name string) slog.Handler { return quiet{q.Handler.WithGroup(name)} }
