package io.cloudadapter.cli.history;

import java.util.Optional;

/** One sending of a command with its answer; the same command is sent again under the same key. */
record SizeOperation(SizeCommand command, Optional<String> key, SizeAnswer answer) {
  SizeOperation withoutKey() {
    return new SizeOperation(command, Optional.empty(), answer);
  }
}
