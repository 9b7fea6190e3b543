package io.cloudadapter.cli.client;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.api.action.ActionChange;
import io.cloudadapter.api.action.ActionList;
import io.cloudadapter.api.action.ActionStatus;
import io.cloudadapter.api.action.ActionWatch;
import io.cloudadapter.cli.terminal.PrintableText;
import io.cloudadapter.cli.terminal.Terminal;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Shows the progress of an action until it has ended. After a restart of the server the watch goes on from its last
 * version, or from the present state if the server no longer has the changes.
 */
final class ActionFollower {
  private static final Duration LOOK = Duration.ofSeconds(20);
  private static final Duration AGAIN = Duration.ofSeconds(1);
  private static final long NOWHERE = -1;

  private final MachinePool pool;
  private final UUID uid;
  private final Terminal terminal;
  private final Consumer<ActionStatus> show;
  private @Nullable ActionStatus last;
  private long version = NOWHERE;

  ActionFollower(MachinePool pool, UUID uid, Terminal terminal, Consumer<ActionStatus> show) {
    this.pool = pool;
    this.uid = uid;
    this.terminal = terminal;
    this.show = show;
  }

  /** The action when it has ended. */
  ActionStatus end() throws InterruptedException {
    boolean lost = false;
    while (true) {
      try {
        if (version == NOWHERE) {
          list();
        } else {
          look();
        }
        lost = false;
        if (last != null && last.ended()) {
          return last;
        }
      } catch (PoolException e) {
        if (e.reason() == Reason.GONE) {
          version = NOWHERE;
        } else if (e.reason() == Reason.UNAVAILABLE) {
          if (!lost) {
            terminal
                .err()
                .println("adapter: " + PrintableText.line(String.valueOf(e.getMessage())));
            terminal.err().flush();
          }
          lost = true;
          terminal.pause().pause(AGAIN);
        } else {
          throw e;
        }
      }
    }
  }

  private void list() {
    ActionList list = pool.actions();
    Optional<ActionStatus> found =
        list.actions().stream().filter(one -> one.uid().equals(uid)).findFirst();
    seen(found.orElseThrow(() -> new PoolException(
        Reason.NOT_FOUND,
        "pool " + pool.name() + " has no action " + uid + " any more",
        "It has ended in the meantime, and is forgotten.")));
    version = list.version();
  }

  private void look() throws InterruptedException {
    try (ActionWatch watch = pool.watchActions(version)) {
      for (ActionChange change : watch.next(LOOK)) {
        if (change.action().uid().equals(uid)) {
          seen(change.action());
        }
      }
      version = watch.version();
    }
  }

  private void seen(ActionStatus action) {
    if (last == null || last.version() != action.version()) {
      show.accept(action);
    }
    last = action;
  }
}
