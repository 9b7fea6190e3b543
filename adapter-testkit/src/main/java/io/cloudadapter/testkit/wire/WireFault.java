package io.cloudadapter.testkit.wire;

/** What can go wrong with one exchange between an adapter and its cloud. */
public enum WireFault {
  /**
   * The connection is refused, and so are all others until the call is over. The cloud got nothing, and the adapter
   * can be sure of that.
   */
  REFUSED,
  /** The request is read whole and not forwarded; the connection is reset. The cloud saw nothing. */
  RESET,
  /** The request is forwarded and takes effect; then the connection is reset before a byte of reply. */
  LOST_REPLY,
  /** The cloud's 503; not forwarded. */
  ERROR_BEFORE,
  /** The cloud's 503, although the request was forwarded and took effect. */
  ERROR_AFTER,
  /** The cloud's 429, with a request to wait for 7 seconds; not forwarded. */
  THROTTLED,
  /**
   * Forwarded; the reply's head and half of its body arrive (half of the head if there is no body), then
   * the connection ends.
   */
  TRUNCATED,
  /**
   * Forwarded; of the reply, as many bytes arrive as the injection's detail says, counted from the first
   * of the status line; then the connection ends. It bites for 0 and up, short of the whole.
   */
  CUT,
  /**
   * Forwarded; the reply is held back until the call is over, so past any deadline of it; or for so many
   * milliseconds at most as the injection's detail says, if that is above 0.
   */
  SLOW,
  /** Held back until the call is over, and forwarded then: the cloud accepts it late. */
  SLOW_BEFORE,
  /**
   * Forwarded; the reply's head and half of its body arrive (half of the head if there is no body), then
   * nothing until the call is over, and then the connection ends.
   */
  STALL,
  /** The cloud's 401; not forwarded. */
  UNAUTHENTICATED,
  /** The cloud has no capacity for this launch; not forwarded. Bites on launches only. */
  CAPACITY,
  /** The account may not have more machines; not forwarded. Bites on launches only. */
  QUOTA,
  /**
   * Forwarded; the reply's Date is an hour off: ahead, or behind if the injection's detail is negative.
   * Cannot bite a reply without a date.
   */
  SKEWED_DATE,
  /** Forwarded and took effect; the reply is 200 with an HTML page, as from a captive portal. */
  GARBAGE,
  /** 502 with an HTML page, as from a broken proxy; not forwarded. */
  GARBAGE_ERROR,
  /**
   * 307 to a decoy, which answers 200 and keeps what reaches it, credentials included; not forwarded.
   * See {@link FaultProxy#decoyed}.
   */
  REDIRECT,
  /**
   * Forwarded; instead of the cloud's reply, the one that the same read got last in this run. Bites only
   * if there was one and it differs.
   */
  STALE
}
