package io.cloudadapter.benchmarks.keeper;

import io.cloudadapter.api.ServiceState;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.RecordCodec;
import io.cloudadapter.core.ledger.RecordInterner;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Records of a pool in full swing, always the same for the same number. */
final class ManyMachines {
  private static final Instant START = Instant.parse("2026-01-01T00:00:00Z");
  private static final List<String> ZONES = List.of("eu-north-1a", "eu-north-1b", "eu-north-1c");

  private ManyMachines() {}

  static List<MachineRecord> running(int count) {
    SplittableRandom random = new SplittableRandom(1);
    RecordInterner canon = new RecordInterner(); // As the ledger does with all that it reads.
    List<MachineRecord> machines = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      machines.add(canon.share(machine(i, random)));
    }
    return machines;
  }

  private static MachineRecord machine(int number, SplittableRandom random) {
    Instant launched = START.plusSeconds(random.nextInt(10_000_000));
    String text = """
        {"id":"i-%017x","status":"LIVE","key":"%027d","state":"RUNNING","end":"NOT_ENDED",
         "serviceState":"%s","serviceSince":"%s","isProtected":%b,"ran":true,"profile":1,
         "zone":"%s","size":"m6i.large","launchTime":"%s","publicIps":["203.0.113.%d"],
         "privateIps":["10.0.%d.%d"],"metadata":{"image":"ami-0123456789abcdef0"},"boundAt":"%s"}
        """.formatted(
            random.nextLong() >>> 1,
            number,
            random.nextInt(10) == 0 ? ServiceState.UNHEALTHY : ServiceState.IN_SERVICE,
            launched,
            random.nextInt(100) == 0,
            ZONES.get(random.nextInt(ZONES.size())),
            launched,
            number % 256,
            number / 256 % 256,
            number % 256,
            launched);
    return RecordCodec.read("machine", text.getBytes(StandardCharsets.UTF_8), MachineRecord.class);
  }
}
