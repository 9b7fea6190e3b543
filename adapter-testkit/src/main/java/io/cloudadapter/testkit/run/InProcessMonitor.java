package io.cloudadapter.testkit.run;

import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.subject.FaultHook;
import io.cloudadapter.testkit.subject.TestCloud;
import io.cloudadapter.testkit.wire.FaultInjection;
import io.cloudadapter.testkit.wire.ProxyReply;
import io.cloudadapter.testkit.wire.ReplyFilter;
import io.cloudadapter.testkit.wire.ServerCertificate;
import io.cloudadapter.testkit.wire.WireFault;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The monitor without a wire: each time that the adapter acquires from the rate limit counts as an exchange, and at
 * that moment the fault is injected into the cloud in this process.
 */
final class InProcessMonitor implements ExchangeMonitor {
  private final FaultHook point;
  private final List<ExchangePoint> crossings = new ArrayList<>();
  private List<FaultInjection> planned = List.of();
  private long bittenBefore;
  private int ordered;
  private int call;
  private int underWay;
  private boolean sweeping = true;

  InProcessMonitor(FaultHook point) {
    this.point = point;
  }

  @Override
  public synchronized void plan(List<FaultInjection> injections) {
    planned = List.copyOf(injections);
    crossings.clear();
    bittenBefore = point.strikes();
    ordered = 0;
    call = 0;
    sweeping = true;
  }

  @Override
  public void next(RequestKind verb, WireFault fault) {
    if (!point.faults(verb).contains(fault)) {
      throw new NotTestableException(fault + " cannot strike " + verb + " in this cloud");
    }
    point.strike(verb, fault);
  }

  @Override
  public void next(RequestKind verb, ProxyReply reply) {
    throw new NotTestableException("without a wire the kit cannot answer in the cloud's place");
  }

  @Override
  public void filter(ReplyFilter filter) {
    throw NotTestableException.notThere("without a wire there are no replies to be changed");
  }

  @Override
  public Map<String, String> secured(TestCloud cloud, Map<String, String> plain) {
    throw NotTestableException.notThere("an adapter without a wire is shown no certificate");
  }

  @Override
  public void shows(ServerCertificate certificate) {
    throw NotTestableException.notThere("an adapter without a wire is shown no certificate");
  }

  @Override
  public int oldTlsAcceptedDuring(Runnable calls) {
    throw NotTestableException.notThere("an adapter without a wire is offered no protocol");
  }

  @Override
  public synchronized void callBegins() {
    call++;
    underWay++;
  }

  @Override
  public synchronized void callEnds() {
    underWay--;
  }

  /** Exchanges contain only verbs here. */
  @Override
  public void hides(String secret) {}

  @Override
  public synchronized void sweep(boolean on) {
    sweeping = on;
  }

  @Override
  public synchronized void asks(RequestKind verb) {
    int number = crossings.size() + 1;
    Set<WireFault> faults = sweeping ? point.faults(verb) : Set.of();
    crossings.add(
        new ExchangePoint(number, underWay > 0 ? call : 0, verb, faults, false, 0, 0, "", 0));
    for (FaultInjection injection : planned) {
      // What an earlier fault has changed may bring another kind of exchange here.
      if (injection.exchange() == number && point.faults(verb).contains(injection.fault())) {
        ordered++;
        point.strike(verb, injection.fault());
      }
    }
  }

  @Override
  public synchronized List<ExchangePoint> crossings() {
    return List.copyOf(crossings);
  }

  @Override
  public List<ProxyReply> replies() {
    return List.of();
  }

  @Override
  public synchronized boolean bit() {
    return planned.isEmpty() || (ordered > 0 && point.strikes() > bittenBefore);
  }

  @Override
  public synchronized boolean allStruck() {
    return !planned.isEmpty() && point.strikes() - bittenBefore >= planned.size();
  }

  @Override
  public synchronized Supplier<String> evidence() {
    List<FaultInjection> faults = planned;
    List<ExchangePoint> seen = List.copyOf(crossings);
    return () -> seen.stream()
        .map(c -> c.number() + ". " + c.verb()
            + faults.stream()
                .filter(i -> i.exchange() == c.number())
                .map(i -> "  <- " + i.fault())
                .collect(Collectors.joining())
            + "\n")
        .collect(Collectors.joining());
  }

  @Override
  public List<Map.Entry<String, String>> addresses() {
    return List.of();
  }

  @Override
  public List<String> unanswered() {
    return List.of();
  }

  @Override
  public List<ObservationLog.Seen> stray() {
    return List.of();
  }
}
