package io.cloudadapter.core.keeper;

import io.cloudadapter.core.keeper.state.PendingCommand;
import io.cloudadapter.core.keeper.state.RetryBackoff;
import java.util.ArrayList;
import java.util.List;

/** One machine that is being attached: how far that has come, and the commands that wait for it. */
final class OngoingAttach {
  /** What comes next. */
  enum Stage {
    LOOK,
    MARK,
    WAIT,
    CHECK
  }

  final List<PendingCommand> waiting = new ArrayList<>();
  final RetryBackoff retry = new RetryBackoff();
  Stage stage = Stage.LOOK;
  long until;
  boolean calling;
}
