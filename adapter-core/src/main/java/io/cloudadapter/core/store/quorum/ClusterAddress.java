package io.cloudadapter.core.store.quorum;

import io.cloudadapter.api.Secret;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where servers are that keep a store together, where on them it lies, and how to be let in.
 *
 * @param scheme what kind of servers they are
 * @param servers each as host:port
 * @param prefix the beginning of all keys of the store, with a slash at its end
 * @param tls how connections are secured; empty for not at all
 * @param user the user, or empty if the servers need none
 */
public record ClusterAddress(
    String scheme, List<String> servers, String prefix, Optional<Tls> tls, Optional<User> user) {
  private static final Pattern FORM = Pattern.compile("([a-z]+)://([^/]+)(/[!-~]*)?");
  private static final Pattern SERVER =
      Pattern.compile("(\\[[0-9a-fA-F:.]+]|[A-Za-z0-9._-]+):([0-9]{1,5})");
  private static final String USUAL_PREFIX = "/cloud-adapter";

  /**
   * How connections are secured.
   *
   * @param authority PEM, who signs the servers' certificates
   * @param certificate PEM, to be shown to servers that ask for one, with its key
   */
  public record Tls(Optional<Path> authority, Optional<Certificate> certificate) {}

  /** A certificate with its chain, and its private key, both PEM. */
  public record Certificate(Path chain, Path key) {}

  /** A user, by name and password. */
  public record User(String name, Secret password) {}

  /** Copies the servers. */
  public ClusterAddress {
    servers = List.copyOf(servers);
    Objects.requireNonNull(scheme, "scheme");
    Objects.requireNonNull(tls, "tls");
    Objects.requireNonNull(user, "user");
  }

  /**
   * Reads an address such as {@code etcd://10.0.0.1:2379,10.0.0.2:2379/web}.
   *
   * @throws IllegalArgumentException if it is none; the message says what it must be
   */
  public static ClusterAddress parse(String text) {
    Matcher form = FORM.matcher(text);
    List<String> servers = new ArrayList<>();
    boolean sound = form.matches();
    if (sound) {
      for (String server : form.group(2).split(",", -1)) {
        Matcher parts = SERVER.matcher(server);
        sound &= parts.matches() && Integer.parseInt(parts.group(2)) <= 65535;
        servers.add(server);
      }
    }
    if (!sound) {
      throw new IllegalArgumentException("must be etcd://HOST:PORT,HOST:PORT/PREFIX, was " + text);
    }
    String path = form.group(3) == null || form.group(3).equals("/") ? USUAL_PREFIX : form.group(3);
    return new ClusterAddress(
        form.group(1),
        servers,
        path.endsWith("/") ? path : path + "/",
        Optional.empty(),
        Optional.empty());
  }

  /** The same, secured. */
  public ClusterAddress with(Tls how) {
    return new ClusterAddress(scheme, servers, prefix, Optional.of(how), user);
  }

  /** Returns the same address with a user. */
  public ClusterAddress as(User who) {
    return new ClusterAddress(scheme, servers, prefix, tls, Optional.of(who));
  }

  /** As it is written, without what is secret. */
  @Override
  public String toString() {
    return scheme + "://" + String.join(",", servers) + prefix.substring(0, prefix.length() - 1);
  }
}
