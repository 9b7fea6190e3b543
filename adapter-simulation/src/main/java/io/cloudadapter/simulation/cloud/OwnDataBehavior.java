package io.cloudadapter.simulation.cloud;

import io.cloudadapter.spi.LaunchKey;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/** Values of single launches in their user data, such as join tokens: which request has those of which launch. */
public final class OwnDataBehavior {
  private final Map<String, LaunchKey> launches = new HashMap<>();
  private boolean isThere;

  /** From now on each launch has values of its own. */
  public void begin() {
    isThere = true;
  }

  /** Whether each launch has values of its own. */
  public boolean isThere() {
    return isThere;
  }

  /** A request is prepared with the values of a launch, if it has any. */
  void prepared(String request, Optional<LaunchKey> launch) {
    launch.ifPresent(key -> launches.put(request, key));
  }

  /** The launch whose values a request has. */
  public Optional<LaunchKey> launchOf(String request) {
    return Optional.ofNullable(launches.get(request));
  }
}
