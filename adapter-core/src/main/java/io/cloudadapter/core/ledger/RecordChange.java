package io.cloudadapter.core.ledger;

import io.cloudadapter.core.protocol.Event;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * One change of a record, from which the pool's history is derived: what the record was before and is now, and what the
 * keeper was handling when it changed it.
 */
public sealed interface RecordChange {

  /** What the keeper was handling; empty if the change follows from time or from a plan. */
  Optional<Event> during();

  /**
   * The pool's record.
   *
   * @param before the record before; the same as {@code after} if it is the first one
   * @param after the record now
   * @param committed how many machines count, pending launches included
   * @param headroom how many machines are kept above the desired size
   * @param templateChanges the fields in which the launch template differs from the one before; empty if it is the same
   * @param decidedBy {@code policy:NAME} or {@code schedule:NAME} if one of them has decided the change
   * @param during what the keeper was handling
   */
  record Pool(
      PoolRecord before,
      PoolRecord after,
      int committed,
      int headroom,
      List<String> templateChanges,
      Optional<String> decidedBy,
      Optional<Event> during)
      implements RecordChange {}

  /**
   * A launch's record.
   *
   * @param before the record before; null if the launch is new
   * @param after the record now; null if it was dropped before it was sent
   * @param during what the keeper was handling
   */
  record Launch(@Nullable LaunchRecord before, @Nullable LaunchRecord after, Optional<Event> during)
      implements RecordChange {}

  /**
   * A machine's record.
   *
   * @param before the record before; null if the machine is new
   * @param after the record now
   * @param surplus how many machines counted above the desired size and the headroom before; negative if some were
   *     missing
   * @param during what the keeper was handling
   */
  record Machine(
      @Nullable MachineRecord before, MachineRecord after, int surplus, Optional<Event> during)
      implements RecordChange {}

  /**
   * The refresh of the pool.
   *
   * @param before what it was; null if there was none
   * @param after what it is
   * @param during what the keeper was handling
   */
  record Refresh(@Nullable RefreshRecord before, RefreshRecord after, Optional<Event> during)
      implements RecordChange {}

  /**
   * A lifecycle hook of one machine.
   *
   * @param after the hook as it is now
   * @param during what the keeper was handling
   */
  record Hook(HookRecord after, Optional<Event> during) implements RecordChange {}
}
