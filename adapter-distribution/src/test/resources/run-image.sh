#!/bin/sh
# Runs an image as a container engine does: its layers on a root that cannot be written, as its user, in a mount namespace. Prints a line for each fact;
# ImageTest compares them.
# Takes a folder to work in, the user, the entry point, and the layers in order; "prepare" in place of layers only tries whether this can be done here.
set -eu

work=$1
user=$2
entry=$3
shift 3
root=$work/root
mkdir -p "$root"
mount -t tmpfs tmpfs "$root"
if [ "$1" = prepare ]; then
  mkdir "$root/proc"
  mount --rbind /proc "$root/proc"
  exit 0
fi
for layer; do
  tar -xzf "$layer" -C "$root"
done

fact() {
  echo "fact: $*"
}

data=/var/lib/cloudadapter
fact "files of the server: $(stat -c '%a %u:%g' "$root$data")"
for there in proc dev; do mount --rbind "/$there" "$root/$there"; done
mount -t tmpfs tmpfs "$root/tmp"
mount -t tmpfs -o "mode=0700,uid=${user%:*},gid=${user#*:}" tmpfs "$root$data"
mount -o remount,ro "$root"

chroot=$(command -v chroot)
run() {
  # A short life: start fast rather than run fast.
  # shellcheck disable=SC2086
  exec env -i PATH=/opt/java/bin JDK_JAVA_OPTIONS='-XX:TieredStopAtLevel=1 -XX:+UseSerialGC' "$chroot" --userspec="$user" --groups= "$root" $entry "$@"
}

(run --version) | sed 's/ .*//; s/^/fact: prints its version as /'
run serve --port 0 --log-to console --data $data/data >"$work/out" 2>&1 &
server=$!
until grep -q 'ready at' "$work/out"; do
  kill -0 $server || { cat "$work/out"; exit 1; }
  sleep 0.2
done
fact "serves as $(stat -c %u "$root$data/data/ledger")"
(run resize 2 --data $data/data) >/dev/null && fact "takes commands"
if (run doctor server --data $data/data) >"$work/health"; then
  fact "healthy"
else
  cat "$work/health"
fi
kill -TERM $server
wait $server && fact "ended with 0"
if (run doctor server --data $data/data) >"$work/health" 2>&1; then
  fact "healthy without a server"
else
  fact "unhealthy without a server"
fi
[ ! -e "$root/bin/sh" ] && fact "has no shell"
grep -q '"name" : "jetty-server"' "$root/usr/share/cloudadapter/bom.json" && fact "lists its components"
