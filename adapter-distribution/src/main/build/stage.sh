#!/bin/sh
# Fills a folder that has the libraries of a release in `lib` with what is made from them: the order of the class path, the
# list of classes that commands load, completions, and the schema of the configuration.
# Takes the folder, and the sources of this module.
set -eu

home=$(cd "$1" && pwd -P)
sources=$2

fail() {
  echo "stage: $1" >&2
  exit 1
}

mkdir -p "$home/bin" "$home/conf" "$home/completion"
cp "$sources/bin/adapter" "$sources/bin/adapter-class-archive" "$home/bin"
cp "$sources/bin/launcher.sh" "$home/lib"
cp "$sources"/conf/* "$home/conf"
chmod +x "$home/bin"/*

# The command line first: it must find its own logging configuration before those of others.
(cd "$home/lib" && ls adapter-cli-*.jar && ls -- *.jar | grep -v '^adapter-cli-' | LC_ALL=C sort) >"$home/lib/class-path"
(cd "$home/lib" && xargs sha256sum <class-path | sha256sum | cut -d ' ' -f 1) >"$home/lib/fingerprint"

. "$home/lib/launcher.sh"
find_java
class_path

work=$(mktemp -d)
server=
trap '[ -z "$server" ] || kill "$server" 2>/dev/null || :; rm -rf "$work"' EXIT

# Becomes the command line, which writes down the classes that it loads.
become() {
  name=$1
  shift
  exec "$java" -Xshare:off -XX:TieredStopAtLevel=1 -XX:+UseSerialGC -XX:DumpLoadedClassList="$work/$name.lst" \
    -cp "$path" io.cloudadapter.cli.Main "$@"
}

load() {
  (become "$@")
}

load completion completion bash >"$home/completion/adapter.bash"
load fish completion fish >"$home/completion/adapter.fish"
load schema config-schema >"$home/conf/adapter.schema.json"
load help --help >/dev/null

: >"$work/out"
become serve serve --port 0 --data "$work/data" >"$work/out" 2>&1 &
server=$!
until grep -q '^ready at' "$work/out"; do
  kill -0 "$server" 2>/dev/null || { cat "$work/out" >&2; fail "the server ended"; }
  sleep 0.1
done
load resize resize 2 --data "$work/data" >/dev/null
load status status --data "$work/data" >/dev/null
load pool pool --data "$work/data" >/dev/null
load plan plan --data "$work/data" >/dev/null
load events events --data "$work/data" >/dev/null
kill "$server"
wait "$server" || :
server=

# Each line once: a lambda that is listed twice ends the dump of Java 17 with a crash. Numbers are for one run.
{
  sed -e '/^[@#]/d' -e '/source:/d' -e 's/ id:.*//' "$work"/*.lst
  grep -hE '^@lambda-(form-invoker|proxy) ' "$work"/*.lst
} | awk '!seen[$0]++' >"$home/lib/classes.lst"
[ -s "$home/lib/classes.lst" ] || fail "no classes were listed"
