package io.cloudadapter.cli;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.WriteOptions;
import java.util.List;

/**
 * A write that a client of the soak has sent, and what became of it.
 *
 * @param what the write
 * @param key its idempotency key
 * @param sent when it was sent, on a clock that counts what clients do
 * @param answered when its answer came; never, if it has none
 * @param answer the server's answer
 */
record SoakWrite(Change what, String key, long sent, long answered, Answer answer) {
  static final long NEVER = Long.MAX_VALUE;

  /** What a client hears. */
  enum Answer {
    DONE,
    REFUSED,
    /** No answer, or one that leaves it open. */
    OPEN
  }

  /** What a client may ask for. */
  sealed interface Change {
    void ask(MachinePool pool, WriteOptions options);
  }

  record Resize(int desiredSize) implements Change {
    @Override
    public void ask(MachinePool pool, WriteOptions options) {
      pool.setDesiredSize(desiredSize, options);
    }
  }

  record Terminate(MachineId machine, boolean decrement) implements Change {
    @Override
    public void ask(MachinePool pool, WriteOptions options) {
      pool.terminate(machine, decrement, options);
    }
  }

  record SetState(MachineId machine, ServiceState state) implements Change {
    @Override
    public void ask(MachinePool pool, WriteOptions options) {
      pool.setServiceState(machine, state, options);
    }
  }

  /** Sends it, and accepts any answer. */
  static Answer send(MachinePool pool, Change what, String key) {
    try {
      what.ask(pool, WriteOptions.none().idempotencyKey(key));
      return Answer.DONE;
    } catch (PoolException e) {
      return switch (e.reason()) {
        case UNKNOWN, UNAVAILABLE -> Answer.OPEN;
        default -> Answer.REFUSED;
      };
    }
  }

  boolean done() {
    return answer == Answer.DONE;
  }

  boolean open() {
    return answer == Answer.OPEN;
  }

  /**
   * Whether a register that began with a value and got these writes may have this value for a reader between these
   * times: it must be the value of a write that had begun, and that no later one had certainly replaced.
   */
  static boolean readable(int first, List<SoakWrite> resizes, int read, long asked, long answered) {
    boolean firstIsReplaced =
        resizes.stream().anyMatch(write -> write.done() && write.answered < asked);
    if (read == first && !firstIsReplaced) {
      return true;
    }
    return resizes.stream()
        .filter(write -> write.answer != Answer.REFUSED
            && ((Resize) write.what).desiredSize() == read
            && write.sent < answered)
        .anyMatch(write -> resizes.stream()
            .noneMatch(
                later -> later.done() && later.sent > write.answered && later.answered < asked));
  }
}
