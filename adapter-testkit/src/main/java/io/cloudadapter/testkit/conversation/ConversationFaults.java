package io.cloudadapter.testkit.conversation;

import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.run.TestBench;
import io.cloudadapter.testkit.run.TrialRunner;
import io.cloudadapter.testkit.wire.ErrorDialect;
import io.cloudadapter.testkit.wire.WireFault;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The faults that can strike the requests of a conversation in this cloud. */
final class ConversationFaults {
  private static final Set<WireFault> USED = EnumSet.of(
      WireFault.REFUSED,
      WireFault.RESET,
      WireFault.LOST_REPLY,
      WireFault.ERROR_BEFORE,
      WireFault.ERROR_AFTER,
      WireFault.THROTTLED,
      WireFault.TRUNCATED,
      WireFault.UNAUTHENTICATED,
      WireFault.CAPACITY,
      WireFault.QUOTA,
      WireFault.GARBAGE,
      WireFault.GARBAGE_ERROR);

  private final TestBench bench;

  ConversationFaults(TestBench bench) {
    this.bench = bench;
  }

  /** Has the fault of a step, if it has one, strike the next request of a kind. */
  Optional<WireFault> strike(ConversationStep step, RequestKind verb) {
    List<WireFault> fitting = fitting(verb);
    if (step.fault() == 0 || fitting.isEmpty()) {
      return Optional.empty();
    }
    WireFault fault = fitting.get((step.fault() - 1) % fitting.size());
    bench.line().next(verb, fault);
    return Optional.of(fault);
  }

  private List<WireFault> fitting(RequestKind verb) {
    Set<WireFault> all = EnumSet.copyOf(USED);
    if (bench.wired()) {
      all.removeIf(fault -> !fits(fault, verb));
    } else {
      // Without a wire their time passes at once; on a wire each would take a part of a second.
      all.addAll(TrialRunner.LASTING);
      all.retainAll(bench.cloud().faultPoint().orElseThrow().faults(verb));
    }
    return List.copyOf(all);
  }

  private boolean fits(WireFault fault, RequestKind verb) {
    ErrorDialect dialect = bench.cloud().dialect();
    return switch (fault) {
      case ERROR_AFTER -> verb != RequestKind.READ;
      case CAPACITY -> verb == RequestKind.LAUNCH && dialect.capacity().isPresent();
      case QUOTA -> verb == RequestKind.LAUNCH && dialect.quota().isPresent();
      default -> true;
    };
  }
}
