package io.cloudadapter.api.hook;

import io.cloudadapter.api.Secret;
import java.net.URI;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The receiver of a hook's messages.
 *
 * @param channel the name of the channel that carries the message: {@value #LISTENER}, {@value #WEBHOOK}, or
 *     one that a provider or a library adds
 * @param parameters the parameters of the channel, by its own names
 * @param secret the secret with which it signs messages or signs in, if it does
 */
public record HookTarget(String channel, Map<String, String> parameters, Optional<Secret> secret) {
  /** The channel to a {@link HookListener} in this process. */
  public static final String LISTENER = "listener";

  /** The channel to a receiver of HTTP requests; its parameter is {@code url}. */
  public static final String WEBHOOK = "webhook";

  /** Copies the parameters. */
  public HookTarget {
    Objects.requireNonNull(channel, "channel");
    Objects.requireNonNull(secret, "secret");
    parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
  }

  /**
   * Returns a target that is the listener of this pool in this process.
   *
   * @return a target without parameters
   */
  public static HookTarget listener() {
    return new HookTarget(LISTENER, Map.of(), Optional.empty());
  }

  /**
   * Returns a target that is a receiver of HTTP requests.
   *
   * @param url its URL
   * @return a target without a secret: its messages are not signed
   */
  public static HookTarget webhook(URI url) {
    return new HookTarget(WEBHOOK, Map.of("url", url.toString()), Optional.empty());
  }

  /**
   * Returns the same target with a secret.
   *
   * @param value the secret
   * @return another target
   */
  public HookTarget with(Secret value) {
    return new HookTarget(channel, parameters, Optional.of(value));
  }

  /** Leaves the parameters' values out, because the path of a URL may be a secret. */
  @Override
  public String toString() {
    return channel + parameters.keySet() + (secret.isPresent() ? " with a secret" : "");
  }
}
