package io.cloudadapter.core.keeper;

import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.spi.Sighting;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Records of a pool in full swing, always the same for the same number. */
final class ManyMachines {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final List<String> ZONES = List.of("eu-north-1a", "eu-north-1b", "eu-north-1c");

  private ManyMachines() {}

  static List<MachineRecord> running(int count) {
    SplittableRandom random = new SplittableRandom(1);
    List<MachineRecord> machines = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      machines.add(machine(i, random));
    }
    return machines;
  }

  private static MachineRecord machine(int number, SplittableRandom random) {
    Instant launched = START.plusSeconds(random.nextInt(10_000_000));
    return new MachineRecord(
        "i-%017x".formatted(random.nextLong() >>> 1),
        0,
        MachineRecord.Status.LIVE,
        "%027d".formatted(number),
        MachineState.RUNNING,
        Sighting.End.NOT_ENDED,
        random.nextInt(10) == 0 ? ServiceState.UNHEALTHY : ServiceState.IN_SERVICE,
        launched,
        random.nextInt(100) == 0,
        true,
        false,
        false,
        false,
        null,
        1,
        ZONES.get(random.nextInt(ZONES.size())),
        "m6i.large",
        launched,
        List.of("203.0.113." + number % 256),
        List.of("10.0." + number / 256 % 256 + "." + number % 256),
        Map.of("image", "ami-0123456789abcdef0"),
        launched,
        null);
  }
}
