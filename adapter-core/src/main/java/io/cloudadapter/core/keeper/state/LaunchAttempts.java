package io.cloudadapter.core.keeper.state;

import java.util.HashMap;
import java.util.Map;

/**
 * Numbers the attempts to launch, so that launches which were under way together and fail together count as one failed
 * attempt, not as one each.
 *
 * <p>A failure counts only if its launch was sent after the last failure of its kind that counted. A launch whose
 * attempt is not known, since an earlier process sent it, belongs to attempt 0.
 */
public final class LaunchAttempts {
  private long current;
  private final Map<String, Long> byLaunch = new HashMap<>();
  private final Map<Object, Long> countedBefore = new HashMap<>();

  /** Begins the next attempt and gives its number: launches from now on have this number or a higher one. */
  long next() {
    return ++current;
  }

  /** Notes that a launch is sent now. */
  public void sent(String key) {
    byLaunch.put(key, current);
  }

  /** The attempt that a launch belongs to. */
  public long of(String key) {
    return byLaunch.getOrDefault(key, 0L);
  }

  /** The attempt that something belongs to which begins now. */
  public long current() {
    return current;
  }

  /** Forgets a launch of which no answer is due any more. */
  public void forget(String key) {
    byLaunch.remove(key);
  }

  /** Whether a failure of this kind, of a launch of this attempt, is one more in a row. Counts it if so. */
  boolean counts(Object kind, long attempt) {
    if (attempt < countedBefore.getOrDefault(kind, 0L)) {
      return false;
    }
    countedBefore.put(kind, next());
    return true;
  }
}
