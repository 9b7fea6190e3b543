package io.cloudadapter.api;

import java.time.Instant;
import java.util.Locale;
import java.util.Objects;

/**
 * A condition that a person should look at. A pool raises an alarm once and keeps it until its cause is gone.
 *
 * @param code what it is
 * @param message a sentence for people, without secrets
 * @param since when it was raised
 */
public record Alarm(Code code, String message, Instant since) {

  /** Checks that nothing is missing. */
  public Alarm {
    Objects.requireNonNull(code, "code");
    Objects.requireNonNull(message, "message");
    Objects.requireNonNull(since, "since");
  }

  /**
   * The section of the documentation that explains an alarm, and what the library and a person do about it.
   *
   * @param code the alarm's code
   * @return a path in the project and in its releases, for example docs/reference/alarms.md#quota
   */
  public static String runbook(String code) {
    return "docs/reference/alarms.md#" + code.toLowerCase(Locale.ROOT);
  }

  /** The kinds of alarm. */
  public enum Code {
    /**
     * The pool's upper limit (maxSize, with surge included) keeps it from launching the machines that the desired
     * size asks for, or more machines count than a lowered maxSize allows.
     */
    AT_MAX_SIZE,
    /** The cloud refused launches for lack of quota. The pool waits before it launches again; terminations go on. */
    QUOTA,
    /** The cloud has no capacity in some zone or size. */
    CAPACITY,
    /**
     * The pool cannot list the cloud, end a machine, keep machines behind a load balancer or look after the resources
     * beside them, or the account's credentials or permissions are not sufficient.
     */
    CLOUD,
    /** The credentials reach an account that differs from the one recorded in the ledger. */
    WRONG_ACCOUNT,
    /** The cloud refused a launch as invalid and will refuse it again until the configuration changes. */
    BAD_LAUNCH,
    /** Launches fail repeatedly. The pool retries them at growing intervals. */
    LAUNCHES_FAIL,
    /**
     * A group did not make the machines that the pool asked for in time, and the cloud reports no reason. The pool
     * keeps asking.
     */
    GROUP_UNDER_TARGET,
    /** Too many machines disappeared at once. The pool launches and ends nothing until their absence is explained. */
    MASS_DISAPPEARANCE,
    /** Too many machines became unhealthy at once; remediation is frozen. */
    MASS_UNHEALTHY,
    /**
     * Health probes cannot tell about too many machines, or turn too many unhealthy at once. The pool does not trust
     * them, and replaces nothing for their sake.
     */
    PROBES_SUSPENDED,
    /** Machines stay UNHEALTHY, or new ones get no verdict of a probe, and the pool leaves them to a person. */
    UNHEALTHY,
    /**
     * Machines carry the pool's mark, but the ledger does not contain them. The pool leaves each alone until a person
     * decides about it.
     */
    QUARANTINE,
    /**
     * A machine carries a launch key that this pool never made: there is another writer, or the ledger is an old
     * copy. The pool stops launching.
     */
    UNKNOWN_LAUNCH_KEY,
    /** A fresh ledger met machines that carry the pool's mark. A person adopts or disowns them. */
    OBSERVING,
    /** More launches are due than the pool's hourly budget allows. */
    LAUNCH_BUDGET,
    /** The pool limits how many machines are on their way at once. Launches or ends wait, and follow by themselves. */
    RATE_LIMITED,
    /** The pool's own records broke an invariant. The pool restarted from its ledger. */
    INVARIANT,
    /** More machines are protected than the desired size asks for; none of them is ended. */
    PROTECTED,
    /** More machines are due to end than the budget of an hour allows without an explicit change of size. */
    DELETE_BUDGET,
    /** The cloud made more machines than one launch key may have. The pool ends the surplus. */
    LAUNCH_KEY_REUSED,
    /** The receiver of a hook does not accept its messages. The pool keeps sending them. */
    HOOK,
    /** The pool could not set a size that a schedule asked for. */
    SCHEDULE,
    /** A quota of the pool's tenant has kept the pool below its desired size for long. */
    TENANT_QUOTA,
    /** A refresh has rolled back: the pool launches an earlier launch template than its configuration has. */
    TEMPLATE_HELD,
    /** Machines cannot be prepared for the warm pool, or do not enter service from it. The pool launches instead. */
    WARM_POOL,
    /** An operator has suspended the pool, or has it observe, for longer than the pool's configuration expects. */
    NOT_RUNNING,
    /** The ledger's disk is full or has failed. The pool refuses writes until the store has reopened. */
    STORE_FAILED
  }
}
