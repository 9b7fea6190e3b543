package io.cloudadapter.testkit.trials;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.simulated.SimulatedProviderFactory;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.PreparedLaunch;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import io.cloudadapter.testkit.AdapterCertifier;
import io.cloudadapter.testkit.report.RuleResult;
import io.cloudadapter.testkit.report.Thoroughness;
import io.cloudadapter.testkit.report.Verdict;
import io.cloudadapter.testkit.report.ViolationExplanation;
import io.cloudadapter.testkit.subject.AdapterUnderTest;
import io.cloudadapter.testkit.subject.SimulatedTestCloud;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** What rule MP-2.5 finds in adapters that learn late that the machines of a key have ended. */
class SpentKeyTrialTest {
  private static final Duration LAG = Duration.ofSeconds(20);

  private static RuleResult ruling(Duration late) {
    AdapterUnderTest subject = AdapterUnderTest.of(new Late(new SimulatedProviderFactory(), late))
        .cloud((clock, seed) ->
            new SimulatedTestCloud(clock, seed, Map.of("listLag", LAG.toSeconds() + "s")))
        .mode("late");
    return new AdapterCertifier(subject, Thoroughness.SMOKE, 1, LocalDate.parse("2026-01-01"))
        .ruling("MP-2.5");
  }

  @Test
  void an_ended_machine_may_be_returned_as_long_as_lists_may_show_it() {
    RuleResult ruling = ruling(LAG.minusSeconds(1));

    assertThat(ruling.verdict()).as(ViolationExplanation.of(ruling)).isEqualTo(Verdict.PASS);
  }

  @Test
  void an_ended_machine_that_is_returned_for_longer_breaks_the_rule() {
    RuleResult ruling = ruling(LAG.plusSeconds(2));

    assertThat(ruling.verdict()).isEqualTo(Verdict.FAIL);
    assertThat(ruling.why()).contains("was not KEY_SPENT: accepted");
  }

  /**
   * The simulated adapter, which returns what it launched before for some time after the cloud has refused the key.
   *
   * @param late how long
   */
  private record Late(MachineProviderFactory right, Duration late)
      implements MachineProviderFactory {
    @Override
    public String name() {
      return right.name();
    }

    @Override
    public ConfigSpec config() {
      return right.config();
    }

    @Override
    public ConfigSpec template() {
      return right.template();
    }

    @Override
    public MachineProvider open(ProviderConfig config, ProviderEnvironment environment) {
      return new Provider(
          right.open(config, environment), late, environment, new HashMap<>(), new HashMap<>());
    }
  }

  private record Provider(
      MachineProvider right,
      Duration late,
      ProviderEnvironment environment,
      Map<LaunchKey, LaunchResult> launched,
      Map<LaunchKey, Instant> refused)
      implements MachineProvider {
    @Override
    public ProviderProfile profile() {
      return right.profile();
    }

    @Override
    public String identity(CallContext call) {
      return right.identity(call);
    }

    @Override
    public PreparedLaunch prepare(LaunchSpec spec, CallContext call) {
      return right.prepare(spec, call);
    }

    @Override
    public LaunchResult launch(PreparedLaunch request, LaunchKey key, int count, CallContext call) {
      try {
        LaunchResult result = right.launch(request, key, count, call);
        synchronized (this) {
          launched.put(key, result);
        }
        return result;
      } catch (CloudException e) {
        if (!e.conflict().equals(Optional.of(Conflict.KEY_SPENT))) {
          throw e;
        }
        return before(key).orElseThrow(() -> e);
      }
    }

    private synchronized Optional<LaunchResult> before(LaunchKey key) {
      Instant now = environment.clock().instant();
      Instant since = refused.computeIfAbsent(key, first -> now);
      return Optional.ofNullable(launched.get(key))
          .filter(result -> now.isBefore(since.plus(late)));
    }

    @Override
    public ListResult list(
        ListQuery query, Consumer<? super MachineSighting> sink, CallContext call) {
      return right.list(query, sink, call);
    }

    @Override
    public void terminate(MachineId machine, CallContext call) {
      right.terminate(machine, call);
    }

    @Override
    public <F> Optional<F> feature(Class<F> type) {
      return right.feature(type);
    }

    @Override
    public void close() {
      right.close();
    }
  }
}
