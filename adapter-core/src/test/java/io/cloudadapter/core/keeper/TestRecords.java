package io.cloudadapter.core.keeper;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.spi.MachineSighting;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;

/** Records with obvious defaults, for tests of pure parts. */
public final class TestRecords {
  public static final Instant START = Instant.parse("2026-01-01T00:00:00Z");

  private TestRecords() {}

  public static MachineRecord machine(String id, Consumer<MachineRecord.Edit> change) {
    return machine(id, 1, change);
  }

  /** A machine that runs, unless the change says otherwise. */
  public static MachineRecord machine(String id, int profile, Consumer<MachineRecord.Edit> change) {
    return new MachineRecord(
            id,
            0,
            MachineRecord.Status.LIVE,
            null,
            MachineState.RUNNING,
            MachineSighting.End.NOT_ENDED,
            ServiceState.UNKNOWN,
            null,
            null,
            null,
            false,
            false,
            false,
            true,
            false,
            false,
            false,
            null,
            profile,
            null,
            null,
            null,
            List.of(),
            List.of(),
            Map.of(),
            START,
            null,
            null,
            false,
            null,
            null,
            false,
            false,
            false,
            false,
            null,
            null,
            List.of(),
            null)
        .edit(change);
  }

  public static LaunchRecord planned(String key, int k) {
    return LaunchRecord.planned(
        key.repeat(27).substring(0, 27), k, Optional.empty(), 1, "a test", 1, START);
  }

  public static LaunchRecord sent(String key, int k) {
    return planned(key, k).sent("frozen", 1, START);
  }
}
