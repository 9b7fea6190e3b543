package io.cloudadapter.testkit.wire;

import io.cloudadapter.spi.RequestKind;
import java.net.URI;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/**
 * The exchanges since the last plan, and the faults that are still to strike. Safe for any number of threads.
 */
final class ProxyRun {
  /** How long the end of a call waits for what it released to be through with the cloud. */
  private static final int SECONDS_TO_FINISH = 10;

  private final List<FaultInjection> armed;
  private final List<Order> orders = new ArrayList<>();
  private final List<FaultInjection> strikes = new ArrayList<>();
  private final SortedMap<Integer, RecordedExchange> exchanges = new TreeMap<>();
  private final List<RecordedExchange> decoyed = new ArrayList<>();
  private final List<String> unanswered = new ArrayList<>();
  private final List<CountDownLatch> held = new ArrayList<>();
  private volatile ReplyFilter filter = (exchange, reply) -> reply;
  private int number;
  private int calls;
  private int beforeCalls;
  private int underway;
  private int ended;
  private boolean over;

  ProxyRun(List<FaultInjection> plan) {
    this.armed = new ArrayList<>(plan);
  }

  /** What to do with the next request of a kind. */
  private record Order(RequestKind verb, Optional<WireFault> fault, Optional<ProxyReply> reply) {}

  /** Spoils the next request of a kind; a refusal strikes the first request of the next call, of any kind. */
  synchronized void order(RequestKind verb, WireFault fault) {
    if (fault == WireFault.REFUSED) {
      armed.add(new FaultInjection(fault, number + 1, underway > 0 ? calls : calls + 1, 0));
    } else {
      orders.add(new Order(verb, Optional.of(fault), Optional.empty()));
    }
  }

  /** Answers the next request of a kind, which does not reach the cloud. */
  synchronized void order(RequestKind verb, ProxyReply reply) {
    orders.add(new Order(verb, Optional.empty(), Optional.of(reply)));
  }

  /** Has this see each reply of the cloud from now on. */
  void filter(ReplyFilter filter) {
    this.filter = filter;
  }

  ReplyFilter filter() {
    return filter;
  }

  /** Gives a request its number and, if one is planned for it, its fault. */
  synchronized Seen sees(URI cloud, ProxyRequest request, ErrorDialect dialect) {
    number++;
    RecordedExchange exchange = new RecordedExchange(
        number,
        call(),
        cloud,
        request.method(),
        request.target(),
        request.headers(),
        request.body(),
        Optional.empty(),
        Optional.empty());
    exchanges.put(number, exchange);
    Optional<FaultInjection> planned = armed.stream()
        .filter(injection -> injection.exchange() == number)
        .filter(injection -> injection.fault() != WireFault.REFUSED)
        .findFirst();
    planned.ifPresent(armed::remove);
    Optional<Order> order = planned.isPresent()
        ? Optional.empty()
        : orders.stream().filter(one -> one.verb() == dialect.verb(exchange)).findFirst();
    order.ifPresent(orders::remove);
    Optional<FaultInjection> spoils = planned.or(() ->
        order.flatMap(Order::fault).map(fault -> new FaultInjection(fault, number, call(), 0)));
    Seen seen =
        new Seen(exchange, spoils, order.flatMap(Order::reply), ended, new CountDownLatch(1));
    if (spoils.filter(injection -> holdsBack(injection.fault())).isPresent()) {
      held.add(seen.finished());
    }
    return seen;
  }

  /**
   * A request that has its number.
   *
   * @param planned what spoils it
   * @param instead what it is answered with, without being forwarded
   * @param ended how many calls had ended by then
   * @param finished counted down when it is through with the cloud
   */
  record Seen(
      RecordedExchange exchange,
      Optional<FaultInjection> planned,
      Optional<ProxyReply> instead,
      int ended,
      CountDownLatch finished) {}

  private static boolean holdsBack(WireFault fault) {
    return fault == WireFault.SLOW || fault == WireFault.SLOW_BEFORE;
  }

  /** Keeps the answer to a request. */
  synchronized void answered(
      RecordedExchange exchange, Optional<ProxyReply> reply, Optional<FaultInjection> struck) {
    struck.ifPresent(strikes::add);
    exchanges.put(exchange.number(), exchange.with(reply, struck.map(FaultInjection::fault)));
  }

  /** The reply that the same request got last. */
  synchronized Optional<ProxyReply> earlier(RecordedExchange exchange) {
    return exchanges.headMap(exchange.number()).values().stream()
        .filter(other -> other.asks(exchange) && other.fault().isEmpty())
        .max(Comparator.comparingInt(RecordedExchange::number))
        .flatMap(RecordedExchange::reply);
  }

  synchronized int beforeCalls() {
    return calls == 0 ? number : beforeCalls;
  }

  synchronized void callBegins() {
    beforeCalls = beforeCalls();
    calls++;
    underway++;
  }

  synchronized void callEnds() {
    underway = Math.max(0, underway - 1);
    ended++;
    notifyAll();
  }

  /** Nothing is spoilt or held back any more. */
  synchronized void over() {
    armed.clear();
    orders.clear();
    over = true;
    notifyAll();
  }

  /**
   * Returns whether to refuse the next connection. If so the fault has struck: its number is spent, because the
   * request that it stands for stays invisible.
   */
  synchronized boolean refusesNext() {
    Optional<FaultInjection> refusal = armed.stream()
        .filter(injection -> injection.fault() == WireFault.REFUSED)
        .filter(injection -> injection.exchange() == number + 1 && injection.call() == call())
        .findFirst();
    refusal.ifPresent(injection -> {
      armed.remove(injection);
      strikes.add(injection);
      number++;
    });
    return refusal.isPresent();
  }

  /** A request came although connections are refused: then nothing was proved. */
  synchronized void slipped() {
    strikes.removeIf(injection -> injection.fault() == WireFault.REFUSED);
  }

  /** Waits until the call that sent a request is over, but no longer than so many milliseconds, if above 0. */
  synchronized void holdBack(Seen seen, int most) {
    boolean interrupted = false;
    boolean waited = false;
    while (!over && ended == seen.ended() && !waited) {
      try {
        wait(Math.max(0, most));
        waited = most > 0;
      } catch (InterruptedException e) {
        interrupted = true; // the threads of the wire are never interrupted
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  /** Waits until all that was held back is through with the cloud. */
  void awaitReleased() {
    List<CountDownLatch> released;
    synchronized (this) {
      released = List.copyOf(held);
      held.clear();
    }
    // An adapter's call may have been interrupted, and its thread is the one that comes here.
    boolean interrupted = Thread.interrupted();
    for (CountDownLatch finished : released) {
      try {
        if (!finished.await(SECONDS_TO_FINISH, TimeUnit.SECONDS)) {
          break;
        }
      } catch (InterruptedException e) {
        interrupted = true;
      }
    }
    if (interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  synchronized void decoyed(URI cloud, ProxyRequest request, ProxyReply reply) {
    decoyed.add(new RecordedExchange(
        decoyed.size() + 1,
        call(),
        cloud,
        request.method(),
        request.target(),
        request.headers(),
        request.body(),
        Optional.of(reply),
        Optional.empty()));
  }

  synchronized List<RecordedExchange> exchanges() {
    return List.copyOf(exchanges.values());
  }

  /** The cloud itself gave no reply; once the run is over, no one call is to blame for that. */
  synchronized void unanswered(RecordedExchange exchange, Exception why) {
    if (!over) {
      unanswered.add(exchange.method() + " " + exchange.target() + ": " + why);
    }
  }

  synchronized List<String> unanswered() {
    return List.copyOf(unanswered);
  }

  synchronized List<FaultInjection> strikes() {
    return List.copyOf(strikes);
  }

  synchronized List<RecordedExchange> decoyed() {
    return List.copyOf(decoyed);
  }

  private int call() {
    return underway > 0 ? calls : 0;
  }
}
