package io.cloudadapter.webhook;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.regex.Pattern;
import org.eclipse.jetty.util.Promise;
import org.eclipse.jetty.util.SocketAddressResolver;

/**
 * Where messages may go. A name is looked up once for each connection, and the addresses that were checked
 * are those that are connected to, so a name that means something else a moment later reaches nothing more.
 */
final class DestinationPolicy implements SocketAddressResolver {
  /** The error for a name that resolves to addresses without permission; the message contains none of them. */
  static final class Refused extends UnknownHostException {
    private static final long serialVersionUID = 1;

    Refused(String message) {
      super(message);
    }
  }

  private static final Pattern IPV4 = Pattern.compile("[0-9]{1,3}(\\.[0-9]{1,3}){3}");

  private final AddressLookup lookup;
  private final boolean allowPrivate;
  private final Executor threads;

  /**
   * Destinations.
   *
   * @param threads wait for names: a send has a deadline, and the client's own threads serve all receivers
   */
  DestinationPolicy(AddressLookup lookup, boolean allowPrivate, Executor threads) {
    this.lookup = lookup;
    this.allowPrivate = allowPrivate;
    this.threads = threads;
  }

  @Override
  public void resolve(
      String host, int port, Map<String, Object> context, Promise<List<InetSocketAddress>> found) {
    try {
      threads.execute(() -> resolve(host, port, found));
    } catch (RejectedExecutionException closing) {
      found.failed(closing);
    }
  }

  private void resolve(String host, int port, Promise<List<InetSocketAddress>> found) {
    List<InetSocketAddress> addresses = new ArrayList<>();
    try {
      for (InetAddress address : lookup.of(host)) {
        if (allowPrivate || !isPrivate(address)) {
          addresses.add(new InetSocketAddress(address, port));
        }
      }
      if (addresses.isEmpty()) {
        throw new Refused(host + " has private addresses only, and allowPrivate is not set");
      }
    } catch (UnknownHostException e) {
      found.failed(e);
      return;
    }
    found.succeeded(addresses);
  }

  /** The address that a host is, if it is no name; nothing is looked up. */
  static Optional<InetAddress> literal(String host) {
    if (!host.startsWith("[") && !IPV4.matcher(host).matches()) {
      return Optional.empty();
    }
    try {
      return Optional.of(InetAddress.getByName(host));
    } catch (UnknownHostException e) {
      throw new IllegalArgumentException("url must name a host, was " + host, e);
    }
  }

  static boolean loopback(String host) {
    return host.equals("localhost")
        || literal(host).filter(InetAddress::isLoopbackAddress).isPresent();
  }

  /** Whether an address is one that strangers do not reach: where a cloud keeps its credentials, too. */
  static boolean isPrivate(InetAddress address) {
    byte[] bytes = address.getAddress();
    int first = bytes[0] & 0xff;
    int second = bytes[1] & 0xff;
    boolean carrier = bytes.length == 4 && first == 100 && second >= 64 && second < 128;
    boolean unrouted = bytes.length == 4
        && (first == 0
            || first >= 240
            || (first == 198 && (second & 0xfe) == 18)
            || (first == 192 && second == 0 && bytes[2] == 0));
    boolean local = bytes.length == 16 && (first & 0xfe) == 0xfc;
    return address.isLoopbackAddress()
        || address.isAnyLocalAddress()
        || address.isLinkLocalAddress()
        || address.isSiteLocalAddress()
        || address.isMulticastAddress()
        || carrier
        || unrouted
        || local
        || (bytes.length == 16
            && EmbeddedAddress.of(bytes).stream().anyMatch(DestinationPolicy::isPrivate))
        || (bytes.length == 16 && EmbeddedAddress.isLocalTranslation(bytes));
  }
}
