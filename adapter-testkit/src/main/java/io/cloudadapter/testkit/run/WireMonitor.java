package io.cloudadapter.testkit.run;

import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.subject.TestCloud;
import io.cloudadapter.testkit.wire.ErrorDialect;
import io.cloudadapter.testkit.wire.FaultInjection;
import io.cloudadapter.testkit.wire.FaultProxy;
import io.cloudadapter.testkit.wire.ProxyReply;
import io.cloudadapter.testkit.wire.RecordedExchange;
import io.cloudadapter.testkit.wire.ReplyFilter;
import io.cloudadapter.testkit.wire.SecretEncodings;
import io.cloudadapter.testkit.wire.ServerCertificate;
import io.cloudadapter.testkit.wire.WireFault;
import java.net.URI;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Supplier;
import java.util.regex.Pattern;

/** A real wire. */
final class WireMonitor implements ExchangeMonitor {
  private static final Set<WireFault> WRITES_ONLY =
      EnumSet.of(WireFault.ERROR_AFTER, WireFault.SLOW_BEFORE);

  /** Ids of the cloud; the numbers of pages are shorter. */
  private static final Pattern IDS = Pattern.compile("[0-9a-fA-F][0-9a-fA-F-]{7,}");

  private static final Pattern DIGITS = Pattern.compile("[0-9]+");

  private static final String TARGET = "the target of a request";

  /** Headers of a request that logs and proxies show. */
  private static final List<String> NOT_FOR_SECRETS = List.of(
      "User-Agent",
      "Referer",
      "From",
      "X-Trace-Id",
      "X-Request-Id",
      "X-Correlation-Id",
      "Traceparent",
      "Tracestate",
      "Baggage");

  private final FaultProxy wire;
  private final ErrorDialect dialect;
  private final List<String> secrets;
  private volatile List<FaultInjection> planned = List.of();

  /** What was found out about each exchange: rules count exchanges after every call. */
  private final Map<RecordedExchange, ExchangeFacts> facts =
      Collections.synchronizedMap(new IdentityHashMap<>());

  /** By the number of exchanges after which it was said. */
  private final NavigableMap<Integer, Boolean> sweeping = new ConcurrentSkipListMap<>();

  /** What a request asks: a stale answer makes a difference where the same request had another one before. */
  private record Request(URI cloud, String method, String target, String body) {
    static Request of(RecordedExchange exchange) {
      return new Request(exchange.cloud(), exchange.method(), exchange.target(), exchange.text());
    }

    /** Where it goes: ids and numbers of the path are left out. */
    String place() {
      String path = target.split("\\?", 2)[0];
      return method + " " + cloud
          + DIGITS.matcher(IDS.matcher(path).replaceAll("#")).replaceAll("#");
    }

    /** Without the query and the body, which may hold secrets. */
    @Override
    public String toString() {
      return method + " to " + cloud;
    }
  }

  /**
   * What one exchange is, apart from the others.
   *
   * @param refused whether its reply refuses the credentials
   * @param shape what it asks, without numbers and ids; empty if it writes
   * @param reply the body of its reply; empty if there is none yet
   */
  private record ExchangeFacts(
      RequestKind verb,
      boolean refused,
      Optional<String> shape,
      Request request,
      Optional<String> reply,
      int replyBytes) {
    @Override
    public String toString() {
      return verb + ", " + replyBytes + " bytes";
    }
  }

  WireMonitor(FaultProxy wire, ErrorDialect dialect, List<String> secrets) {
    this.wire = wire;
    this.dialect = dialect;
    this.secrets = new CopyOnWriteArrayList<>(secrets);
  }

  @Override
  public void plan(List<FaultInjection> injections) {
    planned = List.copyOf(injections);
    facts.clear();
    sweeping.clear();
    sweeping.put(0, true);
    wire.plan(injections);
  }

  @Override
  public void next(RequestKind verb, WireFault fault) {
    wire.next(verb, fault);
  }

  @Override
  public void next(RequestKind verb, ProxyReply reply) {
    wire.next(verb, reply);
  }

  @Override
  public void filter(ReplyFilter filter) {
    wire.filter(filter);
  }

  @Override
  public Map<String, String> secured(TestCloud cloud, Map<String, String> plain) {
    if (wire.isSecured()) {
      return plain;
    }
    return cloud
        .securedConfig(wire)
        .orElseThrow(
            () -> new NotTestableException("the test cloud is reached by plain HTTP, which shows no"
                + " certificate; say how HTTPS reaches it: TestCloud.securedConfig"));
  }

  @Override
  public void shows(ServerCertificate certificate) {
    wire.shows(certificate);
  }

  @Override
  public int oldTlsAcceptedDuring(Runnable calls) {
    return wire.oldTlsAcceptedDuring(calls);
  }

  @Override
  public void callBegins() {
    wire.callBegins();
  }

  @Override
  public void callEnds() {
    wire.callEnds();
  }

  @Override
  public void sweep(boolean on) {
    sweeping.put(wire.exchanges().size(), on);
  }

  @Override
  public void asks(RequestKind verb) {}

  @Override
  public List<ExchangePoint> crossings() {
    List<ExchangePoint> crossings = new ArrayList<>();
    List<RecordedExchange> seen = wire.exchanges();
    Map<String, Integer> shapes = new HashMap<>();
    Map<Request, Optional<String>> latest = new HashMap<>();
    Map<Request, Integer> requests = new HashMap<>();
    for (int i = 0; i < seen.size(); i++) {
      RecordedExchange exchange = seen.get(i);
      ExchangeFacts known = facts.computeIfAbsent(exchange, this::facts);
      Optional<String> before = latest.put(known.request(), known.reply());
      boolean changed = before != null && !before.equals(known.reply());
      crossings.add(new ExchangePoint(
          exchange.number(),
          exchange.call(),
          known.verb(),
          sweeping.floorEntry(i).getValue() ? faults(known.verb(), changed) : Set.of(),
          known.refused(),
          known.shape().map(shape -> shapes.merge(shape, 1, Integer::sum) - 1).orElse(0),
          known.replyBytes(),
          known.request().place(),
          requests.computeIfAbsent(known.request(), first -> requests.size() + 1)));
    }
    return crossings;
  }

  @Override
  public Map<RequestKind, Long> sent() {
    Map<RequestKind, Long> sent = new EnumMap<>(RequestKind.class);
    wire.exchanges()
        .forEach(exchange ->
            sent.merge(facts.computeIfAbsent(exchange, this::facts).verb(), 1L, Long::sum));
    return sent;
  }

  private ExchangeFacts facts(RecordedExchange exchange) {
    RequestKind verb = dialect.verb(exchange);
    return new ExchangeFacts(
        verb,
        exchange.reply().filter(dialect::refusesCredentials).isPresent(),
        verb == RequestKind.READ ? Optional.of(shape(exchange)) : Optional.empty(),
        Request.of(exchange),
        exchange.reply().map(ProxyReply::text),
        exchange.replyBytes());
  }

  @Override
  public int beforeCalls() {
    return wire.beforeCalls();
  }

  /** What a request asks, without numbers and ids. */
  private static String shape(RecordedExchange exchange) {
    return IDS.matcher(exchange.method() + " " + exchange.target() + "\n" + exchange.text())
        .replaceAll("#");
  }

  @Override
  public List<ProxyReply> replies() {
    List<RecordedExchange> seen = wire.exchanges();
    int latest = seen.stream().mapToInt(RecordedExchange::call).max().orElse(0);
    return seen.stream()
        .filter(exchange -> exchange.call() == latest)
        .flatMap(exchange -> exchange.reply().stream())
        .toList();
  }

  private Set<WireFault> faults(RequestKind verb, boolean changed) {
    Set<WireFault> all = EnumSet.allOf(WireFault.class);
    if (verb == RequestKind.READ) {
      all.removeAll(WRITES_ONLY);
    }
    if (verb != RequestKind.LAUNCH || dialect.capacity().isEmpty()) {
      all.remove(WireFault.CAPACITY);
    }
    if (verb != RequestKind.LAUNCH || dialect.quota().isEmpty()) {
      all.remove(WireFault.QUOTA);
    }
    if (verb != RequestKind.READ || !changed) {
      all.remove(WireFault.STALE);
    }
    return all;
  }

  @Override
  public boolean bit() {
    return planned.isEmpty() || wire.strikes().contains(planned.get(0));
  }

  @Override
  public boolean allStruck() {
    return !planned.isEmpty() && wire.strikes().containsAll(planned);
  }

  @Override
  public void hides(String secret) {
    secrets.add(secret);
    wire.secrets(secrets);
  }

  @Override
  public Supplier<String> evidence() {
    List<RecordedExchange> seen = wire.exchanges();
    return () -> wire.evidence(seen);
  }

  @Override
  public List<Map.Entry<String, String>> addresses() {
    List<Map.Entry<String, String>> all = new ArrayList<>();
    for (RecordedExchange exchange : wire.exchanges()) {
      String target = exchange.method() + " " + exchange.target();
      all.add(Map.entry(TARGET, target));
      all.add(Map.entry(TARGET, SecretEncodings.unescaped(target)));
      all.add(Map.entry(TARGET, SecretEncodings.unescaped(target.replace('+', ' '))));
      NOT_FOR_SECRETS.forEach(header -> exchange
          .header(header)
          .ifPresent(value -> all.add(Map.entry("a header " + header, value))));
    }
    return all.stream().distinct().toList();
  }

  @Override
  public List<String> unanswered() {
    return wire.unanswered();
  }

  @Override
  public List<ObservationLog.Seen> stray() {
    return wire.decoyed().stream()
        .filter(exchange -> dialect.verb(exchange) != RequestKind.READ || tellsSecrets(exchange))
        .map(exchange -> new ObservationLog.Seen(
            "MP-5.13",
            "followed a redirect to another host with " + exchange.method()
                + (tellsSecrets(exchange) ? " and its credentials" : "")))
        .toList();
  }

  private boolean tellsSecrets(RecordedExchange exchange) {
    String sent = exchange.target() + exchange.headers() + exchange.text();
    return exchange.header("Authorization").isPresent()
        || secrets.stream()
            .filter(secret -> secret.length() >= SecretEncodings.SHORTEST)
            .anyMatch(sent::contains)
        || wire.credentials().stream().anyMatch(sent::contains);
  }
}
