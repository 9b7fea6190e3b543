package io.cloudadapter.webhook;

import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.spi.config.SpellingSuggestion;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;

/**
 * What a target says of a receiver, once it has been checked.
 *
 * @param url where it is
 * @param allowPrivate whether it may be at a private address
 * @param ca the file of the authorities that sign its certificate; those of the JDK if empty
 */
record WebhookTarget(URI url, boolean allowPrivate, Optional<Path> ca) {
  private static final Set<String> KNOWN = new TreeSet<>(Set.of("url", "allowPrivate", "ca"));
  private static final int SHORTEST_SECRET = 16;

  /** What some resolvers take for an address: 127.1, 2130706433, 0x7f000001. */
  private static final Pattern NUMBER = Pattern.compile("[0-9.]+|0[xX][0-9A-Fa-f.]+");

  /** Throws IllegalArgumentException naming the parameter, its value and what is allowed. */
  static WebhookTarget of(HookTarget target) {
    for (String name : target.parameters().keySet()) {
      if (!KNOWN.contains(name)) {
        throw new IllegalArgumentException(name + " is unknown; "
            + SpellingSuggestion.to(name, KNOWN)
                .map(near -> "did you mean " + near + "?")
                .orElse("allowed are " + String.join(", ", KNOWN)));
      }
    }
    target.secret().ifPresent(secret -> {
      int length = WebhookSignature.key(secret).length;
      if (length < SHORTEST_SECRET) {
        throw new IllegalArgumentException(
            "secret must have at least " + SHORTEST_SECRET + " bytes, had " + length);
      }
    });
    boolean allowPrivate = flag(target.parameters());
    URI url = url(target.parameters().get("url"), allowPrivate);
    return new WebhookTarget(
        url,
        allowPrivate,
        Optional.ofNullable(target.parameters().get("ca")).map(WebhookTarget::file));
  }

  private static Path file(String text) {
    try {
      return Path.of(text);
    } catch (InvalidPathException e) {
      throw new IllegalArgumentException("ca must be the path of a file: " + e.getReason(), e);
    }
  }

  private static boolean flag(Map<String, String> parameters) {
    String text = parameters.getOrDefault("allowPrivate", "false");
    if (!text.equals("true") && !text.equals("false")) {
      throw new IllegalArgumentException("allowPrivate must be true or false, was " + text);
    }
    return text.equals("true");
  }

  /** A path may hold a secret, so no message shows more than the host. */
  private static URI url(@org.jspecify.annotations.Nullable String text, boolean allowPrivate) {
    if (text == null) {
      throw new IllegalArgumentException("url is missing: where messages are posted to");
    }
    URI url;
    try {
      url = new URI(text);
    } catch (URISyntaxException e) {
      // Not with its cause, which quotes the whole of it.
      throw new IllegalArgumentException("url must be a URL: " + e.getReason());
    }
    if (url.getHost() == null || url.getUserInfo() != null || url.getFragment() != null) {
      throw new IllegalArgumentException(
          "url must be of the form https://host/path, without user and fragment");
    }
    if (url.getPort() == 0 || url.getPort() > 65_535) {
      throw new IllegalArgumentException(
          "url must have a port from 1 to 65535, or none, was " + shown(url));
    }
    if (NUMBER.matcher(url.getHost()).matches()
        && DestinationPolicy.literal(url.getHost()).isEmpty()) {
      throw new IllegalArgumentException(
          "url must write an address as four numbers, was " + shown(url));
    }
    boolean plain = "http".equalsIgnoreCase(url.getScheme());
    if (!plain && !"https".equalsIgnoreCase(url.getScheme())) {
      throw new IllegalArgumentException("url must begin with https, was " + url.getScheme());
    }
    if (plain && !(allowPrivate && DestinationPolicy.loopback(url.getHost()))) {
      throw new IllegalArgumentException(
          "url must begin with https; http is for loopback addresses with allowPrivate only, was "
              + shown(url));
    }
    boolean known = url.getHost().equalsIgnoreCase("localhost")
        || DestinationPolicy.literal(url.getHost())
            .filter(DestinationPolicy::isPrivate)
            .isPresent();
    if (known && !allowPrivate) {
      throw new IllegalArgumentException(
          "url must not name a private address without allowPrivate, was " + shown(url));
    }
    return url;
  }

  private static String shown(URI url) {
    return url.getScheme() + "://" + url.getHost() + (url.getPort() < 0 ? "" : ":" + url.getPort());
  }

  /** For errors and logs. */
  @Override
  public String toString() {
    return shown(url);
  }
}
