# What `adapter` and `adapter-class-archive` share. They set `home` to the folder of the release.

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
  # Java itself cannot tell on every version.
  if [ -t 1 ]; then
    flags="$flags -Dadapter.live=true"
    # Tables fit into it.
    [ -n "${COLUMNS:-}" ] || COLUMNS=$(stty size <&1 2>/dev/null | cut -d ' ' -f 2)
    export COLUMNS
  fi
  flags="$flags -Xshare:auto"
}

# What an archive of classes was made from: the jars and where they lie, and the build of Java.
fingerprint() {
  read -r jars <"$home/lib/fingerprint"
  echo "$jars $home $runtime"
}

# The folders that may hold the archive: the release's own, which its installer fills, and one of the user.
archive_folders() {
  echo "$home/lib/class-archive"
  if [ -n "${XDG_CACHE_HOME:-}" ]; then
    echo "$XDG_CACHE_HOME/cloudadapter"
  elif [ -n "${HOME:-}" ]; then
    echo "$HOME/.cache/cloudadapter"
  fi
}

# Sets `archive` to one that fits, else to nothing, and has one made beside a first start.
use_class_archive() {
  archive=
  wanted=$(fingerprint)
  # Names of folders may have blanks, but no line breaks.
  old_ifs=$IFS
  IFS='
'
  for folder in $(archive_folders); do
    if [ -r "$folder/fingerprint" ] && [ -r "$folder/classes.jsa" ]; then
      read -r made <"$folder/fingerprint"
      if [ "$made" = "$wanted" ]; then
        archive=$folder/classes.jsa
        break
      fi
    fi
  done
  IFS=$old_ifs
  if [ -z "$archive" ] && [ "${ADAPTER_CLASS_ARCHIVE:-}" != off ]; then
    # Not a child of the server that this becomes, and without its terminal.
    (nice -n 19 "$home/bin/adapter-class-archive" >/dev/null 2>&1 </dev/null &)
  fi
}
