#!/bin/sh
# Writes an OCI image of a staged release, as a layout in a tar file, without a container engine: a Java runtime of the modules that the server uses, the C
# library that this runtime needs, and the release. There is no shell in it.
# Takes the staged release, the list of its components, a folder to work in, the tar file, the version, and the time of all files.
set -eu
umask 022

release=$(cd "$1" && pwd -P)
components=$2
mkdir -p "$3"
work=$(cd "$3" && pwd -P)
image=$4
version=$5
time=$6

# What `serve` loads; jdeps refuses our mix of modules and other jars.
modules=java.base,java.compiler,java.instrument,java.logging,java.management,java.naming,java.net.http,java.security.jgss
modules=$modules,java.sql,java.xml,jdk.crypto.ec,jdk.jfr,jdk.management,jdk.unsupported
user=10001
home=/usr/share/cloudadapter

fail() {
  echo "image: $1" >&2
  exit 1
}

case $(uname -m) in
  x86_64) architecture=amd64 ;;
  aarch64) architecture=arm64 ;;
  *) fail "no image for $(uname -m)" ;;
esac

rm -rf "$work/base" "$work/app" "$work/layout"
mkdir -p "$work/base/opt" "$work/app$home" "$work/layout/blobs/sha256"

# The layer below: the runtime with its C library, and the user.
base=$work/base
jdk=${JAVA_HOME:-$(dirname "$(dirname "$(readlink -f "$(command -v jlink)")")")}
"$jdk/bin/jlink" --add-modules "$modules" --strip-debug --no-header-files --no-man-pages --output "$base/opt/java"
# Debian has the certificates of authorities elsewhere.
cp -L "$jdk/lib/security/cacerts" "$base/opt/java/lib/security/cacerts"
"$base/opt/java/bin/java" -Xshare:dump >/dev/null
find "$base/opt/java" -type f \( -perm -u+x -o -name '*.so' \) -exec ldd {} + 2>/dev/null |
  sed -n 's/^.* => \(\/[^ ]*\) .*$/\1/p; s/^[[:space:]]*\(\/[^ ]*ld-linux[^ ]*\) .*$/\1/p' | sort -u |
  while read -r file; do
    case $file in "$base"/*) continue ;; esac
    mkdir -p "$base$(dirname "$file")"
    cp -L "$file" "$base$file"
  done
[ -n "$(find "$base" -name 'libc.so.6')" ] || fail "ldd names no C library"
mkdir -p "$base/etc" "$base/proc" "$base/dev" "$base/sys" "$base/var/lib"
mkdir -m 1777 "$base/tmp"
printf 'root:x:0:0:root:/:/nonexistent\ncloudadapter:x:%s:%s::/var/lib/cloudadapter:/nonexistent\n' $user $user >"$base/etc/passwd"
printf 'root:x:0:\ncloudadapter:x:%s:\n' $user >"$base/etc/group"
echo 'hosts: files dns' >"$base/etc/nsswitch.conf"
(cd "$base" && find lib lib64 usr -type f 2>/dev/null | LC_ALL=C sort | xargs sha256sum) >"$work/system-libraries"

# The layer above: the release, and its arguments for `java`.
app=$work/app$home
cp -R "$release/lib" "$release/licences" "$release/conf" "$app"
rm -rf "$app/lib/class-archive"
cp "$components" "$app/bom.json"
cp "$work/system-libraries" "$app"
path=
while read -r jar; do
  path=$path${path:+:}$home/lib/$jar
done <"$release/lib/class-path"
cat >"$app/adapter" <<END
-XX:+ExitOnOutOfMemoryError -XX:MaxRAMPercentage=70 -XX:-UsePerfData -Xshare:auto -Xlog:cds=off
-Dadapter.program=adapter
-cp $path
io.cloudadapter.cli.Main
END
mkdir -p "$work/app/var/lib/cloudadapter"

# Puts a file under its digest, and sets `digest` and `size`.
blob() {
  digest=$(sha256sum "$1" | cut -d ' ' -f 1)
  size=$(wc -c <"$1" | tr -d ' ')
  mv "$1" "$work/layout/blobs/sha256/$digest"
}

# Packs a layer, and adds it to `layers`, `contents` and `history`.
layers=
contents=
history=
layer() {
  name=$1
  shift
  tar --format=posix --pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime --sort=name --mtime="$time" \
    --numeric-owner -C "$work/$name" -cf "$work/$name.tar" "$@"
  contents=$contents${contents:+,}\"sha256:$(sha256sum "$work/$name.tar" | cut -d ' ' -f 1)\"
  gzip -3 -n -f "$work/$name.tar"
  blob "$work/$name.tar.gz"
  layers=$layers${layers:+,}'{"mediaType":"application/vnd.oci.image.layer.v1.tar+gzip","digest":"sha256:'$digest'","size":'$size'}'
  history=$history${history:+,}'{"created":"'$time'","created_by":"'$name'"}'
}

layer base --owner=0 --group=0 .
# The directory of the server is its user's.
tar --format=posix --sort=name --mtime="$time" --numeric-owner --owner=$user --group=$user --mode=0700 -C "$work/app" -cf "$work/own.tar" \
  ./var/lib/cloudadapter
rmdir "$work/app/var/lib/cloudadapter" "$work/app/var/lib" "$work/app/var"
layer app --owner=0 --group=0 .
contents=$contents,\"sha256:$(sha256sum "$work/own.tar" | cut -d ' ' -f 1)\"
gzip -3 -n -f "$work/own.tar"
blob "$work/own.tar.gz"
layers=$layers,'{"mediaType":"application/vnd.oci.image.layer.v1.tar+gzip","digest":"sha256:'$digest'","size":'$size'}'
history=$history,'{"created":"'$time'","created_by":"own"}'

cat >"$work/config" <<END
{"created":"$time","architecture":"$architecture","os":"linux","config":{"User":"$user:$user","ExposedPorts":{"8443/tcp":{}},"Env":["PATH=/opt/java/bin"],\
"Entrypoint":["/opt/java/bin/java","@$home/adapter"],"Cmd":["--help"],"WorkingDir":"/var/lib/cloudadapter","StopSignal":"SIGTERM",\
"Labels":{"org.opencontainers.image.title":"cloudadapter","org.opencontainers.image.version":"$version","org.opencontainers.image.licenses":"Apache-2.0"}},\
"rootfs":{"type":"layers","diff_ids":[$contents]},"history":[$history]}
END
blob "$work/config"
config='{"mediaType":"application/vnd.oci.image.config.v1+json","digest":"sha256:'$digest'","size":'$size'}'
printf '{"schemaVersion":2,"mediaType":"application/vnd.oci.image.manifest.v1+json","config":%s,"layers":[%s]}' "$config" "$layers" >"$work/manifest"
blob "$work/manifest"
printf '{"imageLayoutVersion":"1.0.0"}' >"$work/layout/oci-layout"
printf '{"schemaVersion":2,"mediaType":"application/vnd.oci.image.index.v1+json","manifests":[{"mediaType":"application/vnd.oci.image.manifest.v1+json","digest":"sha256:%s","size":%s,"platform":{"architecture":"%s","os":"linux"},"annotations":{"org.opencontainers.image.ref.name":"%s"}}]}' \
  "$digest" "$size" "$architecture" "$version" >"$work/layout/index.json"
tar --format=posix --pax-option=exthdr.name=%d/PaxHeaders/%f,delete=atime,delete=ctime --sort=name --mtime="$time" --owner=0 --group=0 --numeric-owner \
  -C "$work/layout" -cf "$image" oci-layout index.json blobs
rm -rf "$work"
