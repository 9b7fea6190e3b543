# What `adapter` and `adapter-class-archive` share. They set `home` to the folder of the release.

# The release's own folder of an archive of classes, which its installer fills.
own_folder=$home/lib/class-archive

# Sets `java`, and `runtime` to its build, for an archive of classes fits one build only.
find_java() {
  if [ -n "${JAVA_HOME:-}" ]; then
    java=$JAVA_HOME/bin/java
    [ -x "$java" ] || fail "JAVA_HOME is $JAVA_HOME, which has no bin/java"
  elif [ -x "$home/jre/bin/java" ]; then
    java=$home/jre/bin/java
  else
    java=$(command -v java) || fail "no java found: install Java 17 or newer, or set JAVA_HOME"
  fi
  runtime=
  version=
  real=$(readlink -f "$java" 2>/dev/null || echo "$java")
  release=${real%/bin/*}/release
  if [ -r "$release" ]; then
    # Read here, since to start Java for its version takes as long as some commands.
    while IFS='=' read -r key value; do
      value=${value#\"}
      value=${value%\"}
      case $key in
        JAVA_VERSION) version=$value ;;
        JAVA_RUNTIME_VERSION) runtime=$value ;;
      esac
    done <"$release"
  fi
  [ -n "$version" ] || version=$("$java" -version 2>&1 | sed -n 's/.* version "\([^"]*\)".*/\1/p' | head -n 1)
  runtime=$real:${runtime:-$version}
  major=${version%%.*}
  case $major in
    '' | *[!0-9]*) fail "$java does not report a version; Java 17 or newer is needed" ;;
  esac
  [ "$major" -ge 17 ] || fail "$java is Java $version; 17 or newer is needed"
}

# Sets `path`: each jar by its name and in a fixed order, without which Java refuses an archive of classes.
class_path() {
  path=
  while read -r jar; do
    path=$path${path:+:}$home/lib/$jar
  done <"$home/lib/class-path"
}

# Sets `flags` for a command.
flags_of() {
  case $1 in
    # A server that is out of memory can promise nothing any more.
    serve) flags="-XX:+ExitOnOutOfMemoryError" ;;
    # Work hard, so what the better compiler makes is worth its while.
    simulate | certify) flags="-XX:+UseSerialGC" ;;
    # A short life: start fast rather than run fast.
    *) flags="-XX:TieredStopAtLevel=1 -XX:+UseSerialGC" ;;
  esac
  # Not every version of Java can find out whether it writes to a screen.
  if [ -t 1 ]; then
    flags="$flags -Dadapter.live=true"
    # Tables fit into it.
    [ -n "${COLUMNS:-}" ] || COLUMNS=$(stty size <&1 2>/dev/null | cut -d ' ' -f 2)
    export COLUMNS
  fi
  # An archive that Java refuses is no reason for lines among the results.
  flags="$flags -Xshare:auto -Xlog:cds=off"
}

# Sets `fingerprint` to what an archive of classes is made from: the jars and where they lie, and the build of Java.
find_fingerprint() {
  read -r jars <"$home/lib/fingerprint"
  fingerprint="$jars $home $runtime"
}

# Sets `user_folder` to the user's folder of an archive, else to nothing. There is one for each fingerprint, or else two
# releases, or two builds of Java, would replace each other's archive.
user_archive_folder() {
  user_folder=
  if [ -n "${XDG_CACHE_HOME:-}" ]; then
    user_folder=$XDG_CACHE_HOME/cloudadapter
  elif [ -n "${HOME:-}" ]; then
    user_folder=$HOME/.cache/cloudadapter
  fi
  if [ -n "$user_folder" ]; then
    sum=$(printf '%s\n' "$fingerprint" | cksum)
    user_folder=$user_folder/${sum%% *}
  fi
}

# Whether a folder has an archive that fits. Java refuses one whose jars have another time; those of a release are
# copied together with `class-path`.
has_archive() {
  made=
  # Another process may be about to replace it.
  { read -r made <"$1/fingerprint"; } 2>/dev/null || made=
  # shellcheck disable=SC3013
  [ "$made" = "$fingerprint" ] && [ -r "$1/classes.jsa" ] && ! [ "$home/lib/class-path" -nt "$1/fingerprint" ]
}

# Sets `archive` to one that fits, else to nothing, and has one made beside a first start.
use_class_archive() {
  archive=
  find_fingerprint
  if has_archive "$own_folder"; then
    archive=$own_folder/classes.jsa
    return
  fi
  # Only now, since it takes two more processes.
  user_archive_folder
  if [ -n "$user_folder" ] && has_archive "$user_folder"; then
    archive=$user_folder/classes.jsa
  elif [ "${ADAPTER_CLASS_ARCHIVE:-}" != off ]; then
    # Not a child of the server that this becomes, and without its terminal.
    (nice -n 19 "$home/bin/adapter-class-archive" >/dev/null 2>&1 </dev/null &)
  fi
}
