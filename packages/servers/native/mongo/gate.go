package main

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"io"
	"log"
	"net"
	"sync"
	"time"
)

const (
	headerLength = 16
	opMsg        = 2013
	moreToCome   = 1 << 1
	// The protocol's bound for one message (maxMessageSizeBytes).
	maxMessageLength = 48_000_000
	// A write that takes longer is cut off, so that it cannot hold up its collection for ever.
	replyTimeout = 30 * time.Second
)

// FerretDB 1.24 carries out an update as SELECT, change in memory, UPDATE of the whole document, in
// separate statements: of 400 $inc by 16 clients at once 47 were kept, and up to 16 of 16 writers "won"
// a replaceOne that was conditional on a version. MongoDB's promise, one document is changed atomically,
// is restored by letting each collection's writes through one at a time; reads pass at any time.
var gatedCommands = map[string]bool{"insert": true, "update": true, "delete": true, "findAndModify": true, "findandmodify": true}

// gate passes messages between clients and FerretDB, one write of a collection at a time.
// It is right only as long as it is the one way to the documents, which it is in this process.
type gate struct {
	backend string
	mu      sync.Mutex
	writers map[string]*sync.Mutex // by collection name; as many as the services have collections
}

func newGate(backend string) *gate {
	return &gate{backend: backend, writers: map[string]*sync.Mutex{}}
}

// serve accepts clients until ctx ends, and then closes every connection.
func (g *gate) serve(ctx context.Context, listener net.Listener) {
	defer context.AfterFunc(ctx, func() { listener.Close() })()
	for {
		client, err := listener.Accept()
		if ctx.Err() != nil {
			return
		}
		if err != nil {
			log.Print(err)
			time.Sleep(100 * time.Millisecond) // out of file descriptors, most likely
			continue
		}
		go g.pass(ctx, client)
	}
}

// pass carries one client's requests, each followed by its reply: FerretDB answers every message.
func (g *gate) pass(ctx context.Context, client net.Conn) {
	defer client.Close()
	backend, err := net.DialTimeout("tcp", g.backend, replyTimeout)
	if err != nil {
		log.Print(err)
		return
	}
	defer backend.Close()
	defer context.AfterFunc(ctx, func() { client.Close(); backend.Close() })()

	for {
		request, err := readMessage(client)
		if err != nil {
			return
		}
		reply, err := g.exchange(backend, request)
		if err != nil {
			if ctx.Err() == nil && !errors.Is(err, io.EOF) {
				log.Print(err)
			}
			return
		}
		if expectsNoReply(request) {
			continue
		}
		if _, err := client.Write(reply); err != nil {
			return
		}
	}
}

// exchange sends a request and reads its reply, under the collection's lock when it writes.
func (g *gate) exchange(backend net.Conn, request []byte) ([]byte, error) {
	if command, collection := commandOf(request); gatedCommands[command] {
		writer := g.writer(collection)
		writer.Lock()
		defer writer.Unlock()
	}
	if err := backend.SetDeadline(time.Now().Add(replyTimeout)); err != nil {
		return nil, err
	}
	if _, err := backend.Write(request); err != nil {
		return nil, err
	}
	return readMessage(backend)
}

func (g *gate) writer(collection string) *sync.Mutex {
	g.mu.Lock()
	defer g.mu.Unlock()
	if g.writers[collection] == nil {
		g.writers[collection] = new(sync.Mutex)
	}
	return g.writers[collection]
}

// readMessage reads one whole message of the wire protocol, its length first.
func readMessage(from io.Reader) ([]byte, error) {
	header := make([]byte, headerLength)
	if _, err := io.ReadFull(from, header); err != nil {
		return nil, err
	}
	length := binary.LittleEndian.Uint32(header)
	if length < headerLength || length > maxMessageLength {
		return nil, errors.New("message length out of range")
	}
	message := make([]byte, length)
	copy(message, header)
	_, err := io.ReadFull(from, message[headerLength:])
	return message, err
}

func expectsNoReply(message []byte) bool {
	return isOpMsg(message) && binary.LittleEndian.Uint32(message[headerLength:])&moreToCome != 0
}

func isOpMsg(message []byte) bool {
	return len(message) >= headerLength+4 && binary.LittleEndian.Uint32(message[12:]) == opMsg
}

// commandOf returns a command's name and its argument, which is the collection's name for every write:
// the key and the value of the first element of the body document. Both are empty when there is none.
func commandOf(message []byte) (command, collection string) {
	if !isOpMsg(message) {
		return "", ""
	}
	for rest := message[headerLength+4:]; len(rest) > 5; {
		kind, section := rest[0], rest[1:]
		if kind == 0 {
			return firstString(section[4:])
		}
		size := int(binary.LittleEndian.Uint32(section)) // a document sequence: its length counts itself
		if size < 4 || size > len(section) {
			break
		}
		rest = section[size:]
	}
	return "", ""
}

// firstString reads a BSON element of type string: 0x02, name, NUL, length, text, NUL.
func firstString(element []byte) (name, value string) {
	if len(element) == 0 || element[0] != 0x02 {
		return "", ""
	}
	key, rest, found := bytes.Cut(element[1:], []byte{0})
	if !found || len(rest) < 4 {
		return "", ""
	}
	text, _, _ := bytes.Cut(rest[4:], []byte{0})
	return string(key), string(text)
}
