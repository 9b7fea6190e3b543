package io.cloudadapter.simulation.mutant;

import java.util.List;
import java.util.Set;

/** Cores whose ledger or store forgets or mixes up what is durable. */
public final class LedgerMutants {
  private LedgerMutants() {}

  public static List<CoreMutant> all() {
    return List.of(
        new CoreMutant(
            "machines out of service count",
            "ledger/MachineRecord.java",
            "return serviceState != ServiceState.OUT_OF_SERVICE && !inactive;",
            "return serviceState != null && !inactive;",
            Set.of("I3", "L1", "I5"),
            17),
        new CoreMutant(
            "a new desired size stays in memory",
            "ledger/Ledger.java",
            "    pool = causes.mark(pool, changed);\n    write(",
            "    boolean resized = pool.desired() != changed.desired();\n"
                + "    pool = causes.mark(pool, changed);\n    if (!resized) write(",
            Set.of("I6"),
            2),
        new CoreMutant(
            "a machine's end is forgotten instead of recorded",
            "ledger/MachineIndex.java",
            "(machine.status().terminal() ? ended : present).put(machine.id(), machine);",
            "if (!machine.status().terminal()) present.put(machine.id(), machine);",
            Set.of("I9", "I4", "I2"),
            19),
        new CoreMutant(
            "a deposed keeper writes",
            "store/LeaderFence.java",
            "Transaction.builder().require(prefix + LEADER, fence);",
            "Transaction.builder();",
            Set.of("I8"),
            32),
        new CoreMutant(
            "a commit is acknowledged before it is on the disk",
            "store/embedded/WriteAheadLog.java",
            "padding), end);\n    file.force();",
            "padding), end);",
            Set.of("I6"),
            99),
        new CoreMutant(
            "a failed write is acknowledged",
            "store/embedded/GroupCommitWriter.java",
            "      bytes.addAndGet(log.append(durable));",
            "      try {\n        bytes.addAndGet(log.append(durable));\n      } catch "
                + "(IOException e) {\n        bytes.addAndGet(0);\n      }",
            Set.of("I6"),
            1928),
        new CoreMutant(
            "a repeated request is answered without its decision",
            "ledger/OutcomeCodec.java",
            "decision(in).of(command)",
            "decision(in).of(new Command.Thaw())",
            Set.of("I6"),
            1));
  }
}
