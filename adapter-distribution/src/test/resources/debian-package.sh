#!/bin/sh
# Installs, starts, upgrades and removes a Debian package in a copy of this system that nothing else sees: a mount namespace
# with an overlay over the root. Prints a line for each fact; DebianPackageTest compares them.
# Takes the package, and "prepare" to only try whether such a copy can be made.
set -eu

package=$1
if [ "${ADAPTER_ROOT:-}" = "" ]; then
  copy=$(mktemp -d)
  mount -t tmpfs tmpfs "$copy"
  mkdir "$copy/upper" "$copy/work" "$copy/root"
  mount -t overlay overlay -o "lowerdir=/,upperdir=$copy/upper,workdir=$copy/work" "$copy/root"
  for there in proc dev; do mount --rbind "/$there" "$copy/root/$there"; done
  # The overlay shows what lies on the root only.
  cp "$package" "$copy/root/tmp/package.deb"
  cp "$0" "$copy/root/tmp/test.sh"
  # Without the sockets of the system's own services.
  mount -t tmpfs tmpfs "$copy/root/run"
  [ "${2:-}" != prepare ] || exit 0
  exec env -i ADAPTER_ROOT=yes PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive \
    chroot "$copy/root" sh /tmp/test.sh /tmp/package.deb
fi

fact() {
  echo "fact: $*"
}

mode() {
  stat -c '%A %U:%G' "$1"
}

user=cloudadapter
data=/var/lib/cloudadapter
as_user() {
  runuser -u $user -- env HOME=$data ADAPTER_CLASS_ARCHIVE=off "$@"
}

# Java may be here without a package.
dpkg --force-depends -i "$package"
fact installed
fact "configuration: $(mode /etc/cloudadapter) $(mode /etc/cloudadapter/adapter.yaml)"
fact "data: $(mode $data)"
[ ! -e /usr/share/cloudadapter/lib/class-archive/classes.jsa ] || fact "archive of classes"
[ ! -e "$data/ledger" ] || fact "started by the installation"
as_user adapter --version | sed 's/ .*//; s/^/fact: prints its version as /'

if command -v systemd-analyze >/dev/null; then
  if systemd-analyze verify cloudadapter.service 2>&1; then fact "unit: verified"; fi
  systemd-analyze security --offline=true cloudadapter.service --no-pager 2>&1 | sed -n 's/.*Overall exposure level[^:]*: \([0-9.]*\).*/exposure: \1/p'
else
  echo "no systemd-analyze"
fi

# What systemd would run, as the user of the package.
command=$(sed -n 's/^ExecStart=//p' /lib/systemd/system/cloudadapter.service | sed 's/\$SERVE_OPTIONS/--port 0/')
cd $data
# shellcheck disable=SC2086
as_user $command >/tmp/out 2>&1 &
until grep -q 'ready at' /tmp/out; do
  kill -0 $! || { cat /tmp/out; exit 1; }
  sleep 0.2
done
as_user adapter resize 2 --data $data >/dev/null
fact "serves as $(stat -c %U $data/ledger)"
pkill -TERM -u $user java
wait $! && fact "ended with 0"

echo '# edited by an operator' >>/etc/cloudadapter/adapter.yaml
chmod 0644 /etc/cloudadapter/adapter.yaml
dpkg --force-depends -i "$package"
fact "modes after the upgrade: $(mode /etc/cloudadapter) $(mode /etc/cloudadapter/adapter.yaml)"
grep -q 'edited by an operator' /etc/cloudadapter/adapter.yaml && fact "upgraded, with the configuration as it was"
fact "ledger after the upgrade: $(mode $data/ledger)"

dpkg -r cloudadapter
[ -e /usr/share/cloudadapter ] || fact "removed"
[ ! -e /etc/cloudadapter/adapter.yaml ] || fact "configuration after the removal"

dpkg -P cloudadapter
[ -e /etc/cloudadapter ] || fact "purged"
[ ! -e $data/ledger ] || fact "ledger after the purge"

dpkg --force-depends -i "$package" >/dev/null
rm -rf $data/ledger $data/ledger.key
dpkg -P cloudadapter
[ -e $data ] || fact "no data after the purge without a ledger"
getent passwd $user >/dev/null || fact "no user after the purge without a ledger"
