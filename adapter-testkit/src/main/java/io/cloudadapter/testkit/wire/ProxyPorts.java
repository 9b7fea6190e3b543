package io.cloudadapter.testkit.wire;

import java.net.URI;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiFunction;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** The ports of a fault proxy: one or two for each service of the cloud, and those of the decoy. */
final class ProxyPorts {

  /** Decides what becomes of a request to a service of the cloud. */
  @FunctionalInterface
  interface Forwarding {
    ReplyDelivery of(
        ProxyListener port, UpstreamService cloud, boolean secured, ProxyRequest request);
  }

  /** A service of the cloud, and the ways to it. */
  private static final class Service {
    final UpstreamService cloud;

    @Nullable
    ProxyListener plain;

    @Nullable
    ProxyListener secured;

    Service(UpstreamService cloud) {
      this.cloud = cloud;
    }
  }

  private final SSLContext trust;
  private final Forwarding exchange;
  private final BiFunction<ProxyListener, ProxyRequest, ReplyDelivery> decoyed;
  private final Map<URI, Service> services = new LinkedHashMap<>();
  /** What {@link #addresses} found, until there is another listener. */
  private final Map<Boolean, ServiceAddresses> known = new HashMap<>();

  private @Nullable ProxyListener plainDecoy;
  private @Nullable ProxyListener securedDecoy;
  private boolean closed;
  private boolean asSent;

  ProxyPorts(
      SSLContext trust,
      Forwarding exchange,
      BiFunction<ProxyListener, ProxyRequest, ReplyDelivery> decoyed) {
    this.trust = trust;
    this.exchange = exchange;
    this.decoyed = decoyed;
  }

  /** Leaves the headers that signatures cover as they are. */
  synchronized void headersAsSent() {
    if (!services.isEmpty()) {
      throw new IllegalStateException("headersAsSent must come before the addresses");
    }
    asSent = true;
  }

  synchronized boolean isSecured() {
    return services.values().stream().anyMatch(service -> service.secured != null);
  }

  void shows(ServerCertificate certificate) {
    List<ProxyListener> all;
    synchronized (this) {
      all = listeners();
    }
    all.forEach(listener -> listener.shows(certificate));
  }

  /** Makes calls while TLS 1.1 alone is offered; returns how many connections went on with it. */
  int oldTlsAcceptedDuring(Runnable calls) {
    List<ProxyListener> all;
    synchronized (this) {
      all = listeners();
    }
    int before = all.stream().mapToInt(ProxyListener::oldTlsAccepted).sum();
    all.forEach(listener -> listener.offersOnlyOldTls(true));
    try {
      calls.run();
    } finally {
      all.forEach(listener -> listener.offersOnlyOldTls(false));
    }
    return all.stream().mapToInt(ProxyListener::oldTlsAccepted).sum() - before;
  }

  /** Refuses connections on all ports until {@link #listen}. */
  void refuse() {
    List<ProxyListener> refusing;
    synchronized (this) {
      refusing = listeners();
    }
    refusing.forEach(ProxyListener::refuse);
  }

  /** Ends all ports; none can be had any more. */
  void close() {
    List<ProxyListener> ending;
    synchronized (this) {
      closed = true;
      ending = listeners();
      services.values().forEach(service -> service.cloud.hangUp());
      if (plainDecoy != null) {
        ending.add(plainDecoy);
      }
      if (securedDecoy != null) {
        ending.add(securedDecoy);
      }
    }
    ending.forEach(ProxyListener::close);
  }

  /** The address of a port that leads to a service of the cloud, with the same path. */
  synchronized URI through(URI address, boolean secured) {
    if (closed) {
      throw new IllegalStateException("the fault wire is closed");
    }
    Service service = services.computeIfAbsent(
        UpstreamService.origin(address),
        origin -> new Service(new UpstreamService(origin, trust, asSent)));
    ProxyListener listener = secured ? service.secured : service.plain;
    if (listener == null) {
      known.clear();
      listener = new ProxyListener(
          secured, (port, request) -> exchange.of(port, service.cloud, secured, request));
      if (secured) {
        service.secured = listener;
      } else {
        service.plain = listener;
      }
    }
    String path = address.getRawPath() == null ? "" : address.getRawPath();
    String query = address.getRawQuery() == null ? "" : "?" + address.getRawQuery();
    return URI.create(listener.origin() + path + query);
  }

  void listen() {
    List<ProxyListener> listening;
    synchronized (this) {
      listening = listeners();
    }
    listening.forEach(ProxyListener::listen);
  }

  private List<ProxyListener> listeners() {
    List<ProxyListener> all = new ArrayList<>();
    for (Service service : services.values()) {
      if (service.plain != null) {
        all.add(service.plain);
      }
      if (service.secured != null) {
        all.add(service.secured);
      }
    }
    return all;
  }

  /** The addresses of the fault proxy, of one kind where there are both. */
  synchronized ServiceAddresses addresses(boolean secured) {
    return known.computeIfAbsent(secured, this::allAddresses);
  }

  private ServiceAddresses allAddresses(boolean secured) {
    ServiceAddresses addresses = ServiceAddresses.none();
    for (Service service : services.values()) {
      ProxyListener same = secured ? service.secured : service.plain;
      ProxyListener other = secured ? service.plain : service.secured;
      ProxyListener listener = same != null ? same : other;
      if (listener != null) {
        addresses = addresses.with(service.cloud.origin(), listener.origin());
      }
    }
    return addresses;
  }

  /** Where redirected requests go, of one kind. */
  synchronized ProxyListener decoy(boolean secured) {
    ProxyListener decoy = secured ? securedDecoy : plainDecoy;
    if (decoy == null) {
      decoy = new ProxyListener(secured, decoyed);
      if (secured) {
        securedDecoy = decoy;
      } else {
        plainDecoy = decoy;
      }
    }
    return decoy;
  }
}
