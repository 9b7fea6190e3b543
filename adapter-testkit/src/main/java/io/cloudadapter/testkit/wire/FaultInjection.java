package io.cloudadapter.testkit.wire;

/**
 * One fault at one exchange of a run.
 *
 * @param fault what goes wrong
 * @param exchange the number of the exchange, from 1
 * @param call the call of the adapter that makes it, as the clean run told; 0 if it was outside any.
 *     Only {@link WireFault#REFUSED} needs it, as a refused request is never seen
 * @param detail for {@link WireFault#CUT} how many bytes arrive, for {@link WireFault#SKEWED_DATE}
 *     negative if behind, for {@link WireFault#SLOW} for how many milliseconds at most, or 0 for as long
 *     as the call; otherwise unused
 */
public record FaultInjection(WireFault fault, int exchange, int call, int detail) {

  public FaultInjection {
    if (exchange < 1) {
      throw new IllegalArgumentException("exchanges count from 1, was: " + exchange);
    }
    if (call < 0) {
      throw new IllegalArgumentException("a call counts from 1, and 0 is none, was: " + call);
    }
    if (fault == WireFault.CUT && detail < 0) {
      throw new IllegalArgumentException("a reply is cut after 0 bytes or more, was: " + detail);
    }
  }

  /**
   * A fault where an exchange of the clean run was.
   *
   * @param fault what goes wrong
   * @param clean the exchange, as the clean run saw it
   * @return the injection
   */
  public static FaultInjection of(WireFault fault, RecordedExchange clean) {
    return new FaultInjection(fault, clean.number(), clean.call(), 0);
  }

  /**
   * This injection with a detail.
   *
   * @param detail see there
   * @return the injection
   */
  public FaultInjection detail(int detail) {
    return new FaultInjection(fault, exchange, call, detail);
  }

  /** As in replay commands: fault, exchange, detail. */
  @Override
  public String toString() {
    return fault + "@" + exchange + (detail == 0 ? "" : ":" + detail);
  }
}
