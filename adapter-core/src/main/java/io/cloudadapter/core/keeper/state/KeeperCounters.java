package io.cloudadapter.core.keeper.state;

import java.time.Duration;
import java.util.EnumMap;
import java.util.Map;

/** The counts of what a keeper has seen and done since it began, for metrics. */
public final class KeeperCounters {
  private final Map<Counter, Long> counts = new EnumMap<>(Counter.class);
  private long launchNanos;
  private long launchesTimed;

  /** What is counted; the names are those of metrics. */
  public enum Counter {
    LAUNCH_CALLS("Calls that launch."),
    MACHINES_LAUNCHED("Machines that launches have made."),
    LAUNCHES_FAILED("Launches that the cloud refused for good."),
    LAUNCHES_LAPSED("Launches looked for long enough to know that they made nothing."),
    LATE_ARRIVALS("Machines that appeared when their launch was given up already."),
    TERMINATE_CALLS("Calls that terminate."),
    MACHINES_GONE("Machines that have ended, asked for or not."),
    COMPLETE_CALLS("Calls that make what machines have beside them."),
    RELEASE_CALLS("Calls that release what machines had beside them."),
    LISTS("Complete lists of the cloud."),
    LISTS_FAILED("Lists that failed."),
    PAUSES_BEGUN("Pauses of machines for a hook that began."),
    PAUSES_COMPLETED("Pauses that were completed."),
    PAUSES_ABANDONED("Pauses that were abandoned."),
    PAUSES_TIMED_OUT("Pauses that were not completed in time."),
    PAUSES_MOOT("Pauses that became pointless, since their machine went another way."),
    ACTIONS_ACCEPTED("Actions of machines that were accepted."),
    ACTION_CALLS("Calls that act on a machine."),
    ACTIONS_SUCCEEDED("Actions that were done."),
    ACTIONS_UNKNOWN("Actions whose outcome is unknown."),
    COMMANDS("Writes that were asked for, refused ones too.");

    private final String help;

    Counter(String help) {
      this.help = help;
    }

    String help() {
      return help;
    }
  }

  public void count(Counter what, long by) {
    counts.merge(what, by, Long::sum);
  }

  /** A machine of a launch is seen running for the first time. */
  public void launched(Duration sincePlanned) {
    launchNanos += Math.max(0, sincePlanned.toNanos());
    launchesTimed++;
  }

  long launchNanos() {
    return launchNanos;
  }

  long launchesTimed() {
    return launchesTimed;
  }

  long value(Counter of) {
    return counts.getOrDefault(of, 0L);
  }
}
