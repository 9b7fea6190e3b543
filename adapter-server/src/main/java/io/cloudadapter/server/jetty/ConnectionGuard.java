package io.cloudadapter.server.jetty;

import java.net.Inet6Address;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.eclipse.jetty.io.Connection;
import org.eclipse.jetty.io.EndPoint;
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
 * So a health check gets through, however many others are open. The other connections are for known callers. When these
 * are taken, a
 * known caller's idle connection is closed for another's; when none is idle, the connection ends with its answer.
 *
 * <p>Any number of threads may use it.
 */
final class ConnectionGuard implements Connection.Listener {
  private static final Logger LOG = LoggerFactory.getLogger(ConnectionGuard.class);
  private static final int SHARE = 4;
  private static final int FEWEST = 2;
  private static final int NETWORK_BYTES = 8;

  private final int anonymousLimit;
  private final int peerLimit;
  private final int knownLimit;

  /** Anonymous connections by peer, the oldest first. */
  private final Map<Object, Map<Connection, Entry>> anonymous = new HashMap<>();

  /** The others, the one that was used longest ago first. */
  private final Map<Connection, Entry> known = new LinkedHashMap<>();

  private final Map<Connection, Entry> all = new HashMap<>();
  private int anonymousCount;

  private static final class Entry {
    private final Connection connection;
    private final Object peer;
    private boolean busy;

    Entry(Connection connection, Object peer) {
      this.connection = connection;
      this.peer = peer;
    }
  }

  ConnectionGuard(int connections) {
    this.anonymousLimit = Math.min(connections, Math.max(FEWEST, connections / SHARE));
    this.peerLimit = Math.min(anonymousLimit, Math.max(FEWEST, anonymousLimit / 2));
    this.knownLimit = connections - anonymousLimit;
  }

  @Override
  public void onOpened(Connection connection) {
    if (!(connection instanceof SslConnection)) {
      Object peer = peer(connection.getEndPoint().getRemoteSocketAddress());
      opened(connection, peer).forEach(ConnectionGuard::close);
    }
  }

  /** Takes a connection in; returns those that are to be closed for it. */
  synchronized List<Connection> opened(Connection connection, Object peer) {
    List<Connection> victims = new ArrayList<>(1);
    Map<Connection, Entry> ofPeer = anonymous.get(peer);
    if (ofPeer != null && ofPeer.size() >= peerLimit) {
      victims.add(forget(oldest(ofPeer.values())));
    } else if (anonymousCount >= anonymousLimit) {
      victims.add(forget(oldest(largest().values())));
    }
    Entry entry = new Entry(connection, peer);
    all.put(connection, entry);
    anonymous.computeIfAbsent(peer, any -> new LinkedHashMap<>()).put(connection, entry);
    anonymousCount++;
    return victims;
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

  private static Entry oldest(Collection<Entry> entries) {
    return idle(entries).orElseGet(() -> entries.iterator().next());
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
    if (endPoint instanceof SslConnection.SslEndPoint tls) {
      tls.getSslConnection().getEndPoint().close();
    }
    endPoint.close();
  }
}
