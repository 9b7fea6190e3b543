package io.cloudadapter.server.jetty;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.nio.channels.SelectableChannel;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
import org.eclipse.jetty.io.SelectableChannelEndPoint;
import org.eclipse.jetty.io.SelectorManager;
import org.eclipse.jetty.io.ssl.SslConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Divides the connections between known callers and all others, so that neither group keeps the other out. A
 * connection is anonymous until a request on it has shown a valid credential.
 *
 * <p>A quarter is for anonymous connections, half of that for one peer. A further one is always accepted: the oldest
 * anonymous connection of the peer that has most of them is closed for it, one without a request under way if
 * there is one.
 * So a health check gets through, however many others are open. The oldest is the one that was accepted first:
 * selectors open connections in an order of their own, and one that lags must not make a new connection the oldest.
 * The other connections are for known callers. When these are taken, a known caller's idle connection is closed for
 * another's; when none is idle, the connection ends with its answer.
 *
 * <p>Any number of threads may use it.
 */
final class ConnectionGuard implements Connection.Listener, SelectorManager.AcceptListener {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionGuard.class);
  private static final int SHARE = 4;
  private static final int FEWEST = 2;
  private static final int NETWORK_BYTES = 8;

  private final int anonymousLimit;
  private final int peerLimit;
  private final int knownLimit;

  /** The connections that are accepted and not opened yet, with their place in the order. */
  private final Map<SelectableChannel, Long> accepted = new HashMap<>();

  /** Anonymous connections by peer. */
  private final Map<Object, Map<Connection, Entry>> anonymous = new HashMap<>();

  /** The others, the one that was used longest ago first. */
  private final Map<Connection, Entry> known = new LinkedHashMap<>();

  private final Map<Connection, Entry> all = new HashMap<>();
  private int anonymousCount;
  private long lastOrder;

  private static final class Entry {
    private final Connection connection;
    private final Object peer;
    private final long order;
    private boolean busy;

    Entry(Connection connection, Object peer, long order) {
      this.connection = connection;
      this.peer = peer;
      this.order = order;
    }
  }

  ConnectionGuard(int connections) {
    this.anonymousLimit = Math.min(connections, Math.max(FEWEST, connections / SHARE));
    this.peerLimit = Math.min(anonymousLimit, Math.max(FEWEST, anonymousLimit / 2));
    this.knownLimit = connections - anonymousLimit;
  }

  @Override
  public synchronized void onAccepting(SelectableChannel channel) {
    accepted.put(channel, ++lastOrder);
  }

  @Override
  public void onAcceptFailed(SelectableChannel channel, Throwable cause) {
    onClosed(channel);
  }

  @Override
  public synchronized void onClosed(SelectableChannel channel) {
    accepted.remove(channel);
  }

  @Override
  public void onOpened(Connection connection) {
    if (!(connection instanceof SslConnection)) {
      EndPoint endPoint = connection.getEndPoint();
      opened(connection, peer(endPoint.getRemoteSocketAddress()), order(endPoint))
          .ifPresent(ConnectionGuard::close);
    }
  }

  private synchronized long order(EndPoint endPoint) {
    EndPoint wire = wire(endPoint);
    Long order = wire instanceof SelectableChannelEndPoint socket
        ? accepted.remove(socket.getChannel())
        : null;
    return order == null ? ++lastOrder : order;
  }

  /**
   * Takes a connection in.
   *
   * @param order its place in the order in which connections were accepted
   * @return the connection that is to be closed for it; this one if idle ones of its peer were accepted after it
   */
  synchronized Optional<Connection> opened(Connection connection, Object peer, long order) {
    Optional<Entry> victim = victim(peer);
    if (victim
        .filter(one -> !one.busy && one.peer.equals(peer) && one.order > order)
        .isPresent()) {
      return Optional.of(connection);
    }
    victim.ifPresent(this::forget);
    Entry entry = new Entry(connection, peer, order);
    all.put(connection, entry);
    anonymous.computeIfAbsent(peer, any -> new HashMap<>()).put(connection, entry);
    anonymousCount++;
    return victim.map(one -> one.connection);
  }

  private Optional<Entry> victim(Object peer) {
    Map<Connection, Entry> ofPeer = anonymous.getOrDefault(peer, Map.of());
    if (ofPeer.size() >= peerLimit) {
      return oldest(ofPeer.values());
    }
    return anonymousCount >= anonymousLimit ? oldest(largest().values()) : Optional.empty();
  }

  private Map<Connection, Entry> largest() {
    Map<Connection, Entry> largest = Map.of();
    for (Map<Connection, Entry> ofPeer : anonymous.values()) {
      if (ofPeer.size() > largest.size()) {
        largest = ofPeer;
      }
    }
    return largest;
  }

  /** The one that was accepted first, of the idle ones if there are any. */
  private static Optional<Entry> oldest(Collection<Entry> entries) {
    return entries.stream()
        .min(Comparator.<Entry, Boolean>comparing(entry -> entry.busy)
            .thenComparing(entry -> entry.order));
  }

  private static Optional<Entry> idle(Collection<Entry> entries) {
    return entries.stream().filter(entry -> !entry.busy).findFirst();
  }

  private Connection forget(Entry entry) {
    all.remove(entry.connection);
    if (known.remove(entry.connection) == null) {
      leaveAnonymous(entry);
    }
    return entry.connection;
  }

  private void leaveAnonymous(Entry entry) {
    anonymous.computeIfPresent(entry.peer, (peer, ofPeer) -> {
      anonymousCount -= ofPeer.remove(entry.connection) == null ? 0 : 1;
      return ofPeer.isEmpty() ? null : ofPeer;
    });
  }

  @Override
  public synchronized void onClosed(Connection connection) {
    Entry entry = all.get(connection);
    if (entry != null) {
      forget(entry);
    }
  }

  /** A request is under way on a connection, or over. */
  synchronized void busy(Connection connection, boolean busy) {
    Entry entry = all.get(connection);
    if (entry != null) {
      entry.busy = busy;
    }
  }

  /**
   * A request has shown who asks.
   *
   * @return whether the connection may stay open after the answer
   */
  boolean known(Connection connection) {
    Optional<Connection> victim;
    synchronized (this) {
      Entry entry = all.get(connection);
      if (entry == null) {
        return false;
      }
      if (known.remove(connection) != null) {
        known.put(connection, entry);
        return true;
      }
      Optional<Entry> idle = known.size() < knownLimit ? Optional.empty() : idle(known.values());
      if (known.size() >= knownLimit && idle.isEmpty()) {
        return false;
      }
      victim = idle.map(this::forget);
      leaveAnonymous(entry);
      known.put(connection, entry);
    }
    victim.ifPresent(ConnectionGuard::close);
    return true;
  }

  /** An address, or what one subscriber has of IPv6. */
  static Object peer(SocketAddress address) {
    InetAddress host = address instanceof InetSocketAddress net ? net.getAddress() : null;
    if (host instanceof Inet6Address) {
      return List.of(Arrays.toString(Arrays.copyOf(host.getAddress(), NETWORK_BYTES)));
    }
    return host == null ? "unknown" : host;
  }

  /** Without a farewell: a client that reads nothing would hold that up. */
  static void close(Connection connection) {
    EndPoint endPoint = connection.getEndPoint();
    LOG.debug("the connection from {} is closed for a new one", endPoint.getRemoteSocketAddress());
    wire(endPoint).close();
    endPoint.close();
  }

  private static EndPoint wire(EndPoint endPoint) {
    return endPoint instanceof SslConnection.SslEndPoint tls
        ? tls.getSslConnection().getEndPoint()
        : endPoint;
  }
}
