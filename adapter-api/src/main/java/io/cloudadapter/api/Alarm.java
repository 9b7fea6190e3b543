package io.cloudadapter.api;

import java.time.Instant;
import java.util.Objects;

/**
 * Something that a person should look at. Alarms are raised once and stay until their cause is gone.
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

  /** The kinds of alarm. */
  public enum Code {
    /**
     * The cap (maxSize, or maxSize with surge) holds back launches that the desired size asks for, or more
     * machines count than a maxSize that was lowered.
     */
    CAP,
    /** The cloud refused for lack of quota; launches are parked, terminations go on. */
    QUOTA,
    /** The cloud has no capacity in some zone or size. */
    CAPACITY,
    /**
     * The cloud cannot be listed, a machine cannot be ended, machines cannot be kept behind a load balancer, or our
     * credentials or rights do not do.
     */
    CLOUD,
    /** The credentials reach another account than the one that the ledger belongs to. */
    WRONG_ACCOUNT,
    /** A launch was refused as wrong; it will be refused again until the configuration changes. */
    BAD_LAUNCH,
    /** Launches fail again and again; they are retried ever more slowly. */
    LAUNCHES_FAIL,
    /** A group has not made in time what it was asked for, and does not say why; it is asked again and again. */
    GROUP_SHORT,
    /** Too many machines disappeared at once; nothing is launched or ended until they are explained. */
    MASS_VANISH,
    /** Too many machines became unhealthy at once; remediation is frozen. */
    MASS_UNHEALTHY,
    /** Machines carry our mark but are not known to us; they are left alone until a person settles each. */
    QUARANTINE,
    /** A key of ours that we never made: another writer, or an old copy of the ledger. Launches freeze. */
    UNKNOWN_KEY,
    /** Machines with our mark met a fresh ledger: adopt or disown them. */
    OBSERVING,
    /** More launches are due than the pool's hourly budget allows. */
    LAUNCH_BUDGET,
    /** More launches are due than go out at once, or an end has to wait; the rest follows by itself. */
    PACE,
    /** The pool's own bookkeeping met something impossible; it started over from its ledger. */
    INVARIANT,
    /** More machines are protected than the desired size asks for; none of them is ended. */
    PROTECTED,
    /** More deletions are due than the budget allows without an explicit change of size. */
    DELETE_BUDGET,
    /** The cloud made more machines than one key may have; the surplus is ended. */
    KEY_BROKEN,
    /** The receiver of a hook does not take its messages; it is told again and again. */
    HOOK,
    /** A size that was due by a schedule could not be set. */
    SCHEDULE,
    /** The ledger's disk is full or has failed; writes are refused until the store has opened itself again. */
    STORE_FAILED
  }
}
