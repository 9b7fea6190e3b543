package io.cloudadapter.testkit.wire;

import io.cloudadapter.testkit.wire.ReplyDelivery.Ending;
import java.util.Arrays;
import java.util.Optional;

/**
 * What becomes of a request.
 *
 * @param answer empty if there is none
 * @param struck whether a fault has changed something
 * @param ending what becomes of the connection
 * @param most how many bytes of the answer arrive at most
 * @param pause comes after them, before the connection's end
 */
record RequestOutcome(
    Optional<ScriptedReply> answer, boolean struck, Ending ending, int most, Runnable pause) {

  /** The cloud's answer, as it is. */
  static RequestOutcome passed(ScriptedReply answer) {
    return new RequestOutcome(
        Optional.of(answer), false, Ending.STAYS, Integer.MAX_VALUE, RequestOutcome::goOn);
  }

  /** Another answer than the cloud's, or not when it should come. */
  static RequestOutcome spoilt(ScriptedReply answer) {
    return new RequestOutcome(
        Optional.of(answer), true, Ending.STAYS, Integer.MAX_VALUE, RequestOutcome::goOn);
  }

  /** No byte arrives. */
  static RequestOutcome lost(Optional<ScriptedReply> answer) {
    return new RequestOutcome(answer, true, Ending.RESETS, 0, RequestOutcome::goOn);
  }

  /** The first bytes arrive. */
  static RequestOutcome broken(ScriptedReply answer, int most) {
    return new RequestOutcome(Optional.of(answer), true, Ending.BREAKS, most, RequestOutcome::goOn);
  }

  /** The first bytes arrive, and the end of the connection keeps everybody waiting. */
  static RequestOutcome stalled(ScriptedReply answer, int most, Runnable pause) {
    return new RequestOutcome(Optional.of(answer), true, Ending.BREAKS, most, pause);
  }

  /**
   * What the connection is to do.
   *
   * @param method the request's
   * @param lasting whether the connection may stay
   */
  ReplyDelivery delivery(String method, boolean lasting) {
    boolean stays = lasting && ending == Ending.STAYS;
    // A reply that breaks off has not said before that it would.
    byte[] bytes = answer
        .map(whole -> whole.bytes(method, stays || ending == Ending.BREAKS).all())
        .orElse(new byte[0]);
    return new ReplyDelivery(
        Arrays.copyOf(bytes, Math.min(most, bytes.length)),
        pause,
        ending == Ending.STAYS && !stays ? Ending.CLOSES : ending);
  }

  private static void goOn() {}
}
