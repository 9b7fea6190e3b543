package io.cloudadapter.simulated;

import io.cloudadapter.spi.RequestKind;
import java.util.EnumSet;
import java.util.Set;

/**
 * Everything that can go wrong in a simulated cloud, one name each. The kinds about exchanges come from {@link
 * CloudFaultInjector#next} and {@link CloudFaultInjector#rate}; those about machines without any request from {@link
 * CloudFaultInjector#perHour}.
 */
public enum CloudFault {
  /** The request never arrives: UNAVAILABLE, nothing done. Effect UNKNOWN, since it was sent. */
  LOSE_REQUEST(Family.WIRE, EnumSet.allOf(RequestKind.class)),
  /** The request is done, its reply is lost: UNAVAILABLE, effect UNKNOWN. */
  LOSE_REPLY(Family.WIRE, EnumSet.allOf(RequestKind.class)),
  /** The call fails with UNAVAILABLE; up to {@code lateAcceptance} later the cloud acts on it. */
  ACCEPT_LATE(Family.WIRE, Verbs.WRITES),
  /** The request arrives twice: one launch makes twice the machines unless the cloud has launch keys. */
  DUPLICATE_REQUEST(Family.WIRE, Verbs.WRITES),
  /** The answer takes at least half and nearly all of the call time-out. */
  SLOW(Family.WIRE, EnumSet.allOf(RequestKind.class)),
  /** No answer, nothing done: TIMEOUT when the call's time is over. */
  HANG(Family.WIRE, EnumSet.allOf(RequestKind.class)),
  /** The request is done, but no answer comes: TIMEOUT when the call's time is over. */
  HANG_AFTER_EFFECT(Family.WIRE, Verbs.WRITES),
  /** A server error before anything was done: UNAVAILABLE, effect UNKNOWN. */
  ERROR_BEFORE_EFFECT(Family.WIRE, EnumSet.allOf(RequestKind.class)),
  /** A server error after all was done: UNAVAILABLE, effect UNKNOWN. */
  ERROR_AFTER_EFFECT(Family.WIRE, EnumSet.allOf(RequestKind.class)),
  /** An answer that cannot be understood, after all was done: UNCLASSIFIED, effect UNKNOWN. */
  MALFORMED_REPLY(Family.WIRE, EnumSet.allOf(RequestKind.class)),
  /** THROTTLED, with a time to wait. */
  THROTTLE(Family.WIRE, EnumSet.allOf(RequestKind.class)),
  /** UNAUTHENTICATED: the credentials have expired. */
  EXPIRE_CREDENTIALS(Family.WIRE, EnumSet.allOf(RequestKind.class)),
  /** DENIED: the credentials do not allow this verb. */
  DENY(Family.WIRE, EnumSet.allOf(RequestKind.class)),
  /** CONFLICT with BUSY: another operation holds the machine. */
  BUSY(Family.WIRE, EnumSet.of(RequestKind.TERMINATE, RequestKind.MARK, RequestKind.ACT)),
  /** NOT_FOUND for a machine that exists, as replicas that lag say. */
  NOT_FOUND(Family.WIRE, EnumSet.of(RequestKind.TERMINATE, RequestKind.MARK, RequestKind.ACT)),
  /** The credentials reach another account: another identity, and an empty, complete list. */
  WRONG_ACCOUNT(Family.WIRE, EnumSet.of(RequestKind.READ)),

  /** QUOTA: the account may own no more. */
  NO_QUOTA(Family.LAUNCH, EnumSet.of(RequestKind.LAUNCH)),
  /** CAPACITY: no such machine in that zone. */
  NO_CAPACITY(Family.LAUNCH, EnumSet.of(RequestKind.LAUNCH)),
  /** A launch of several makes at least one fewer than asked. Cannot bite a launch of one. */
  PARTIAL_LAUNCH(Family.LAUNCH, EnumSet.of(RequestKind.LAUNCH)),
  /** Accepted, then REJECTED for want of capacity instead of booting. */
  REJECT_LATER(Family.LAUNCH, EnumSet.of(RequestKind.LAUNCH)),
  /** The machine never gets beyond PENDING. */
  STUCK_PENDING(Family.LAUNCH, EnumSet.of(RequestKind.LAUNCH)),
  /** The machine stays TERMINATING; {@link SimulatedCloud#kill} ends it. */
  STUCK_TERMINATING(Family.END, EnumSet.of(RequestKind.TERMINATE)),
  /** Of several machines that are to end, every second one is BUSY. Cannot bite the end of one. */
  PART_OF_BATCH(Family.END, EnumSet.of(RequestKind.TERMINATE)),

  /** The page shows the cloud as it was as long ago as the declared lag allows. */
  STALE_LIST(Family.PAGE, EnumSet.of(RequestKind.READ)),
  /** A zone is missing from the page: an incomplete list with a gap. */
  INCOMPLETE_LIST(Family.PAGE, EnumSet.of(RequestKind.READ)),
  /** Pages move while they are read: machines come twice or not at all; an incomplete list. */
  PAGES_MOVE(Family.PAGE, EnumSet.of(RequestKind.READ)),
  /** The machines of the page are in states that the adapter does not recognise. */
  UNKNOWN_STATE(Family.PAGE, EnumSet.of(RequestKind.READ)),

  /** A machine ends without a request. */
  MACHINE_DIES(Family.LIFE, EnumSet.noneOf(RequestKind.class)),
  /** A machine stops without a request: TERMINATED, not for good. */
  MACHINE_STOPS(Family.LIFE, EnumSet.noneOf(RequestKind.class)),
  /** A machine loses its marks, or gets those of another incarnation. */
  MACHINE_CHANGES_HANDS(Family.LIFE, EnumSet.noneOf(RequestKind.class)),
  /** A machine appears that no pool launched, with some pool's mark and an unknown key. */
  MACHINE_APPEARS(Family.LIFE, EnumSet.noneOf(RequestKind.class));

  /** Where a fault strikes. */
  enum Family {
    /** On the way there or back, or at the door. */
    WIRE,
    /** In the making of machines. */
    LAUNCH,
    /** In the ending of machines. */
    END,
    /** In a page of a list. */
    PAGE,
    /** In a machine's life, without any request. */
    LIFE
  }

  private static final class Verbs {
    static final Set<RequestKind> WRITES = EnumSet.complementOf(EnumSet.of(RequestKind.READ));
  }

  private final Family family;

  @SuppressWarnings("ImmutableEnumChecker") // An immutable copy.
  private final Set<RequestKind> verbs;

  CloudFault(Family family, Set<RequestKind> verbs) {
    this.family = family;
    this.verbs = Set.copyOf(verbs);
  }

  Family family() {
    return family;
  }

  /**
   * The exchanges that it can strike.
   *
   * @return some verbs; none for faults of machines without any request
   */
  public Set<RequestKind> verbs() {
    return verbs;
  }
}
