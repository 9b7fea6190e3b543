package io.cloudadapter.core.keeper.state;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.api.health.HealthSource;
import io.cloudadapter.core.config.HealthConfig;
import io.cloudadapter.core.ledger.MachineRecord;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Whether what probes, load balancers and the cloud have found may change a service state, and cost a machine. A keeper
 * begins without trust in any of them: an earlier life may have suspended one, and the next reports show whether it is
 * to be trusted.
 */
public final class HealthTrust {
  private final HealthConfig config;
  private final CurrentStep step;
  private final AlarmRegistry alarms;
  private final Map<HealthSource, Standing> standings = new EnumMap<>(HealthSource.class);
  private final Map<HealthSource, SourceVerdicts> verdicts = new EnumMap<>(HealthSource.class);

  /** How one source is trusted at present. */
  private static final class Standing {
    private boolean trusted;
    private @Nullable Instant doubtedSince;
  }

  public HealthTrust(HealthConfig config, CurrentStep step, AlarmRegistry alarms) {
    this.config = config;
    this.step = step;
    this.alarms = alarms;
    for (HealthSource source : HealthSource.values()) {
      standings.put(source, new Standing());
      verdicts.put(source, new SourceVerdicts(config, step));
    }
  }

  /** What a source that the keeper itself reads has found; of the other sources there is nothing. */
  public SourceVerdicts verdicts(HealthSource source) {
    return Objects.requireNonNull(verdicts.get(source), source.word());
  }

  private Standing standing(HealthSource source) {
    return Objects.requireNonNull(standings.get(source), source.word());
  }

  private static AlarmRegistry.Cause cause(HealthSource source) {
    return switch (source) {
      case LOAD_BALANCER -> AlarmRegistry.Cause.BALANCER;
      case CLOUD -> AlarmRegistry.Cause.INSTANCE_STATUS;
      case CALLER, AGENT, PROBE -> AlarmRegistry.Cause.ONLY;
    };
  }

  /** The last reports of a source are as they should be. */
  public void confirm(HealthSource source) {
    Standing standing = standing(source);
    standing.trusted = true;
    standing.doubtedSince = null;
    alarms.clear(Alarm.Code.PROBES_SUSPENDED, cause(source));
  }

  /** The last reports of a source are more likely a fault of its own, or of the network between. */
  public void doubt(HealthSource source, String why) {
    Standing standing = standing(source);
    standing.doubtedSince = doubtedFrom(source);
    withhold(source);
    alarms.raise(Alarm.Code.PROBES_SUSPENDED, cause(source), why, step.wall());
  }

  /** A source could not be read: what it has found before costs no machine until it can be read again. */
  public void withhold(HealthSource source) {
    standing(source).trusted = false;
  }

  /** Whether the reports of some source have been found to be in doubt. */
  public boolean isSuspended() {
    return standings.values().stream().anyMatch(standing -> standing.doubtedSince != null);
  }

  /** Nothing is left that reports could be about: begins without trust again, and without an alarm. */
  public void beginAnew() {
    for (HealthSource source : HealthSource.values()) {
      Standing standing = standing(source);
      if (standing.doubtedSince != null) {
        standing.trusted = false;
        standing.doubtedSince = null;
        alarms.clear(Alarm.Code.PROBES_SUSPENDED, cause(source));
      }
    }
  }

  /** Since when the reports of a source have been in doubt without a break; the present if they are not. */
  public Instant doubtedFrom(HealthSource source) {
    Instant since = standing(source).doubtedSince;
    return since == null ? step.wall() : since;
  }

  /** Whether the service state of a machine follows a source that is not trusted at present. */
  public boolean doubts(MachineRecord machine) {
    HealthSource source = machine.serviceSource();
    return switch (source) {
      case CALLER, AGENT -> false;
      case PROBE -> !standing(source).trusted;
      case LOAD_BALANCER, CLOUD ->
        !standing(source).trusted || !verdicts(source).confirmsBad(machine.id());
    };
  }

  /**
   * Whether the source that has set the service state of a machine stands by that. A load balancer or a cloud that has
   * shown nothing of the machine for some intervals does not, nor does a source that the pool does not hear any more.
   */
  public boolean standsBy(MachineRecord machine) {
    HealthSource source = machine.serviceSource();
    return switch (source) {
      case CALLER, AGENT -> true;
      case PROBE -> config.hears(source);
      case LOAD_BALANCER, CLOUD -> config.hears(source) && verdicts(source).standsBy(machine.id());
    };
  }
}
