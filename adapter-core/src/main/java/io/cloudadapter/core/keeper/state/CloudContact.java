package io.cloudadapter.core.keeper.state;

import io.cloudadapter.core.protocol.Effect;
import java.time.Duration;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** What this life of a keeper has heard from its cloud: whose account it is, when it was listed, and what it denies. */
public final class CloudContact {
  /** When to ask again whose account it is. */
  public final RetryBackoff identifyRetry = new RetryBackoff();

  /** When to list again after a list that failed. */
  public final RetryBackoff listRetry = new RetryBackoff();

  /** Whether the cloud has named its account in this life, and it was the right one. */
  public boolean identified;

  /** Whether the cloud has been listed completely in this life. */
  public boolean listed;

  /** When the last complete list that was read began, by the monotonic clock; before that, this keeper. */
  public long lastListBegan;

  /** When the last complete list arrived, by the monotonic clock; of no meaning before the first. */
  public long listArrived;

  /** The start of the last complete list in this life. */
  @Nullable
  public Instant lastListBeganAt;

  /** Whether the cloud denies terminations: machines that cannot be ended are not to be made. */
  public boolean terminationDenied;

  public CloudContact(CurrentStep step) {
    this.lastListBegan = step.startedAt();
  }

  /** Whether questions to the cloud have failed, and the next ones wait for their time. */
  public boolean isBackingOff() {
    return listRetry.failing() || identifyRetry.failing();
  }

  /** A person has looked: the cloud is asked at once, also where it asked the account to wait. */
  public void retryNow(CurrentStep step, LaunchBackoff launches) {
    if (isBackingOff() || launches.throttled()) {
      step.emit(new Effect.EndThrottle());
    }
    if (listRetry.failing()) {
      listRetry.after(step.now(), Duration.ZERO);
    }
    if (identifyRetry.failing()) {
      identifyRetry.after(step.now(), Duration.ZERO);
    }
  }
}
