package io.cloudadapter.testkit.wire;

import io.cloudadapter.spi.RequestKind;
import java.net.URI;
import java.nio.file.Path;
import java.security.NoSuchAlgorithmException;
import java.util.Collection;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import javax.net.ssl.SSLContext;

/**
 * A proxy on loopback between an adapter and its cloud, which sees every exchange and can spoil any one.
 *
 * <p>Open one, configure the adapter with {@link #to} (or {@link #secured}) instead of the cloud's address,
 * and then for each run: {@link #plan}, the adapter's calls each between {@link #callBegins} and {@link
 * #callEnds}, and what was seen. A wire serves any number of runs, one after the other.
 *
 * <p>All methods may be called by any thread. The threads of the fault proxy are daemons named {@code
 * fault-wire-…}, and have ended when {@link #close} returns.
 */
public final class FaultProxy implements AutoCloseable {
  /** Faults whose reply is none of the cloud's. */
  private static final Set<WireFault> REPLACING =
      EnumSet.of(WireFault.GARBAGE, WireFault.GARBAGE_ERROR, WireFault.REDIRECT);

  private final ErrorDialect dialect;
  private final SeenCredentials credentials = new SeenCredentials();
  private final ProxyPorts ports;

  private final AuthorityFile authority = new AuthorityFile();
  private List<String> secrets = List.of();
  private volatile ProxyRun run = new ProxyRun(List.of());

  private FaultProxy(ErrorDialect dialect, SSLContext trust) {
    this.dialect = dialect;
    this.ports = new ProxyPorts(trust, this::delivery, this::decoyed);
  }

  /**
   * Opens a proxy that refuses in plain JSON, for clouds that this Java trusts.
   *
   * @return the fault proxy, without listeners yet
   */
  public static FaultProxy open() {
    return open(ErrorDialect.plain());
  }

  /**
   * Opens a proxy that refuses in a cloud's dialect, for clouds that this Java trusts.
   *
   * @param dialect the refusals of the cloud
   * @return the fault proxy, without listeners yet
   */
  public static FaultProxy open(ErrorDialect dialect) {
    try {
      return open(dialect, SSLContext.getDefault());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("this Java has no TLS", e);
    }
  }

  /**
   * A wire to clouds with a certificate of their own.
   *
   * @param dialect the refusals of the cloud
   * @param trust what to trust when forwarding to https
   * @return the fault proxy, without listeners yet
   */
  public static FaultProxy open(ErrorDialect dialect, SSLContext trust) {
    return new FaultProxy(dialect, trust);
  }

  /**
   * Returns the address for the adapter in place of the cloud's. Every service of the cloud that the adapter finds in
   * a catalogue must be named here (or to {@link #secured}) too: only then does the proxy rewrite its addresses.
   *
   * @param cloud an address of the cloud, {@code http} or {@code https}, with or without path
   * @return the same path by plain HTTP on a port of the fault proxy, always the same port for one service
   * @throws IllegalArgumentException if it is no such address
   */
  public URI to(URI cloud) {
    return ports.through(cloud, false);
  }

  /**
   * Forwards the headers Host and Accept-Encoding as the adapter sent them, for clouds that check a signature
   * over them, as AWS does. Host is the fault proxy's then, so the cloud must answer to any name, as emulators do. Call
   * it before any address is asked for.
   *
   * @return this fault proxy
   * @throws IllegalStateException if an address has been asked for already
   */
  public FaultProxy headersAsSent() {
    ports.headersAsSent();
    return this;
  }

  /**
   * As {@link #to}, by HTTPS, with a certificate that {@link #authority} gave.
   *
   * @param cloud an address of the cloud, {@code http} or {@code https}, with or without path
   * @return the same path by HTTPS on a port of the fault proxy
   * @throws IllegalArgumentException if it is no such address
   */
  public URI secured(URI cloud) {
    return ports.through(cloud, true);
  }

  /**
   * Returns the certificate of the fault proxy's authority, for adapters that read their trusted authorities from a
   * file.
   *
   * @return a PEM file, gone when the fault proxy is closed
   */
  public Path authority() {
    return authority.path();
  }

  /**
   * What to trust to reach {@link #secured} addresses, for clients in Java.
   *
   * @return trusts certificates of the fault proxy's authority only
   */
  public static SSLContext trust() {
    return TestCertificateAuthority.ours().trusting();
  }

  /**
   * Whether any address was asked for by {@link #secured}.
   *
   * @return true if so
   */
  public boolean isSecured() {
    return ports.isSecured();
  }

  /**
   * Has the secured addresses prove themselves with another certificate to those who connect, until the next
   * plan. Connections that exist go on.
   *
   * @param certificate with which one
   */
  public void shows(ServerCertificate certificate) {
    ports.shows(certificate);
  }

  /**
   * Makes calls while the secured addresses offer TLS 1.1 and no newer protocol; no handshake comes to its end.
   *
   * @param calls what to do meanwhile
   * @return how many connections went on with TLS 1.1
   */
  public int oldTlsAcceptedDuring(Runnable calls) {
    return ports.oldTlsAcceptedDuring(calls);
  }

  /**
   * Begins a run: forgets what was seen, counts exchanges and calls from 1, and arms the faults.
   *
   * @param injections the faults to inject; none for a clean run
   */
  public void plan(List<FaultInjection> injections) {
    heal();
    shows(ServerCertificate.OURS);
    run = new ProxyRun(injections);
    refuseIfPlanned();
  }

  /**
   * Spoils the next exchange of a kind, beside what is planned. Given several times, each strikes one
   * exchange, in order. Ends with the run.
   *
   * @param verb the kind of request, as the dialect recognises it
   * @param fault the fault to inject; {@link WireFault#REFUSED} strikes the first request of the next call, because
   *     its kind is unknown
   */
  public void next(RequestKind verb, WireFault fault) {
    run.order(verb, fault);
  }

  /**
   * Answers the next exchange of a kind; it does not reach the cloud. As {@link #next(RequestKind, WireFault)}.
   *
   * @param verb the kind of request, as the dialect recognises it
   * @param reply the answer
   */
  public void next(RequestKind verb, ProxyReply reply) {
    run.order(verb, reply);
  }

  /**
   * Has a filter see each reply of the cloud from now on, instead of the one of before. Ends with the run.
   *
   * @param filter what sees and may change them
   */
  public void filter(ReplyFilter filter) {
    run.filter(filter);
  }

  /** Says that a call of the adapter begins. */
  public void callBegins() {
    run.callBegins();
    refuseIfPlanned();
  }

  /**
   * Says that a call of the adapter is over. What was held back goes on, and when this returns it is
   * through with the cloud; connections are accepted again. Of calls at the same time, the first that
   * ends does this for all.
   */
  public void callEnds() {
    run.callEnds();
    ports.listen();
    run.awaitReleased();
  }

  /** Ends the faults of this run, those that strike right now included. What was seen stays. */
  public void heal() {
    run.over();
    ports.listen();
    run.awaitReleased();
  }

  /**
   * What was seen since the last plan.
   *
   * @return by number, as a copy; refused requests are not among them, but their number is
   */
  public List<RecordedExchange> exchanges() {
    return run.exchanges();
  }

  /**
   * Returns how many requests there were in this run before the adapter's first call, or so far if there was none.
   *
   * @return 0 or more
   */
  public int beforeCalls() {
    return run.beforeCalls();
  }

  /**
   * Returns the injections that have struck. A refusal counts if connections were refused from the planned exchange
   * on: whether the client tried one is unknown.
   *
   * @return in the order in which they struck, as a copy
   */
  public List<FaultInjection> strikes() {
    return run.strikes();
  }

  /**
   * The requests of this run that the cloud itself gave no reply to, though no fault struck them: it could not be
   * reached, hung up, or what it said is no HTTP. The adapter got a 502 of the fault proxy's own.
   *
   * @return a line for each, with the reason, as a copy
   */
  public List<String> unanswered() {
    return run.unanswered();
  }

  /**
   * What reached the decoy of {@link WireFault#REDIRECT}.
   *
   * @return in the order of their arrival, numbered from 1, as a copy
   */
  public List<RecordedExchange> decoyed() {
    return run.decoyed();
  }

  /**
   * Sets what {@link #evidence} must not show, beside the headers that carry credentials.
   *
   * @param secrets any strings; replaces those of before
   */
  public synchronized void secrets(Collection<String> secrets) {
    this.secrets = List.copyOf(secrets);
  }

  /**
   * What exchanges have shown to be credentials, since the fault proxy was opened: the values of headers that by
   * their names carry them, with and without their scheme, and what logins were answered with. Hidden in
   * {@link #evidence} wherever they stand.
   *
   * @return the texts, of 8 characters or more, as a copy
   */
  public Set<String> credentials() {
    return credentials.all();
  }

  /**
   * The exchanges of this run for people to read, secrets masked.
   *
   * @return text of some lines each; see {@link RecordedExchange#evidence}
   */
  public String evidence() {
    return evidence(exchanges());
  }

  /**
   * Exchanges for people to read, secrets masked: of any run of this wire.
   *
   * @param exchanges as {@link #exchanges} gave them
   * @return text of some lines each; see {@link RecordedExchange#evidence}
   */
  public String evidence(List<RecordedExchange> exchanges) {
    ExchangeTranscript evidence;
    synchronized (this) {
      Set<String> hidden = new HashSet<>(credentials.all());
      hidden.addAll(secrets);
      evidence = new ExchangeTranscript(hidden, dialect::login);
    }
    return exchanges.stream().map(evidence::of).collect(Collectors.joining("\n"));
  }

  /** Ends all listeners, connections and threads. */
  @Override
  public void close() {
    run.over();
    ports.close();
    authority.close();
  }

  private ReplyDelivery delivery(
      ProxyListener port, UpstreamService cloud, boolean secured, ProxyRequest request) {
    ProxyRun current = run;
    if (!port.listening()) {
      current.slipped();
      return RequestOutcome.lost(Optional.empty()).delivery(request.method(), false);
    }
    ProxyRun.Seen seen = current.sees(cloud.origin(), request, dialect);
    credentials.learn(request.headers());
    try {
      RequestOutcome outcome = new FaultApplier(
              current,
              dialect,
              cloud,
              ports.addresses(secured),
              () -> ports.decoy(secured).origin())
          .outcome(seen, request);
      outcome
          .answer()
          .map(ScriptedReply::reply)
          .ifPresent(reply -> credentials.learn(reply.headers()));
      learnFromLogin(seen, outcome);
      current.answered(
          seen.exchange(),
          outcome.answer().map(ScriptedReply::reply),
          seen.planned().filter(planned -> outcome.struck()));
      // Before the reply is written: the next connection may follow at once.
      refuseIfPlanned();
      return outcome.delivery(request.method(), request.lasting() && port.listening());
    } finally {
      seen.finished().countDown();
    }
  }

  /** Before the adapter has read it: what it logs at once is known to be secret. */
  private void learnFromLogin(ProxyRun.Seen seen, RequestOutcome outcome) {
    boolean ofTheCloud = seen.instead().isEmpty()
        && seen.planned().filter(planned -> REPLACING.contains(planned.fault())).isEmpty();
    RecordedExchange exchange =
        seen.exchange().with(outcome.answer().map(ScriptedReply::reply), Optional.empty());
    if (ofTheCloud
        && exchange.reply().filter(reply -> reply.status() / 100 == 2).isPresent()
        && dialect.login(exchange)) {
      credentials.issued(dialect.credentials(exchange));
    }
  }

  private void refuseIfPlanned() {
    if (run.refusesNext()) {
      ports.refuse();
    }
  }

  private ReplyDelivery decoyed(ProxyListener port, ProxyRequest request) {
    ProxyReply reply = ProxyReply.of(200, "application/json", "{}");
    run.decoyed(port.origin(), request, reply);
    return RequestOutcome.spoilt(ScriptedReply.of(reply))
        .delivery(request.method(), request.lasting());
  }
}
