package io.cloudadapter.server.http;

import io.cloudadapter.server.options.CallerLimits;
import io.cloudadapter.server.options.Role;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Counts what each caller takes, and refuses with 429 what exceeds its limits. A caller is its configured name, however
 * many connections it has. An admin on loopback is never refused, so that an operator reaches a server that others
 * flood. Any number of threads may use it.
 */
public final class CallerBudgets {
  private static final int MOST_CALLERS = 4096;
  private static final int BURST = 2;
  private static final int BYTES_BURST = 10;
  private static final double NANOS = TimeUnit.SECONDS.toNanos(1);

  private final CallerLimits limits;
  private final LongSupplier nanos;

  /** Guarded by this. */
  private final Map<String, Budget> budgets = new HashMap<>();

  /**
   * Budgets that are full.
   *
   * @param limits what one caller may take
   * @param nanos tells elapsed time
   */
  public CallerBudgets(CallerLimits limits, LongSupplier nanos) {
    this.limits = limits;
    this.nanos = nanos;
  }

  /** What one caller has left. */
  private static final class Budget {
    private double requests;
    private double bytes;
    private long filledAt;
    private int running;
    private int watches;
  }

  /** Whether a caller has no limits, and goes first: an admin of every pool who comes from loopback. */
  static boolean isExempt(Caller caller, String source) {
    return caller.role() == Role.ADMIN
        && !caller.scope().isLimited()
        && (source.startsWith("127.")
            || source.equals("::1")
            || source.equals("[::1]")
            || source.equals("0:0:0:0:0:0:0:1"));
  }

  /**
   * Takes one request from a caller's budget.
   *
   * @param caller who asks
   * @param source the address that the connection comes from
   * @return the answer 429 if nothing is left
   */
  Optional<HttpReply> take(Caller caller, String source) {
    if (isExempt(caller, source)) {
      return Optional.empty();
    }
    synchronized (this) {
      Budget own = budget(caller.principal());
      if (own.requests >= 1 && own.bytes > 0) {
        own.requests--;
        return Optional.empty();
      }
      double wait = own.bytes > 0
          ? (1 - own.requests) / limits.requestsPerSecond()
          : -own.bytes / limits.bytesPerSecond();
      String what = own.bytes > 0
          ? limits.requestsPerSecond() + " requests"
          : limits.bytesPerSecond() + " bytes";
      return Optional.of(refusal("this caller sends more than " + what + " a second", wait));
    }
  }

  /**
   * Begins to carry out a request.
   *
   * @param caller who asks
   * @param source the address that the connection comes from
   * @return whether it may run; {@link #end} is to follow if so
   */
  boolean begin(Caller caller, String source) {
    if (isExempt(caller, source)) {
      return true;
    }
    synchronized (this) {
      Budget own = budget(caller.principal());
      if (own.running >= limits.concurrent()) {
        return false;
      }
      own.running++;
      return true;
    }
  }

  void end(Caller caller, String source) {
    if (!isExempt(caller, source)) {
      synchronized (this) {
        budget(caller.principal()).running--;
      }
    }
  }

  /** The answer to a request that may not run. */
  HttpReply tooManyAtOnce() {
    return refusal(
        "this caller has " + limits.concurrent() + " requests under way, which is the most", 1);
  }

  /** Takes bytes that a request has cost, which may leave the caller in debt. */
  void charge(Caller caller, String source, long bytes) {
    if (!isExempt(caller, source)) {
      synchronized (this) {
        budget(caller.principal()).bytes -= bytes;
      }
    }
  }

  /**
   * Checks that a caller may begin another watch.
   *
   * @param request who asks
   * @throws HttpError 429 if the caller holds as many as it may
   */
  public void checkWatch(HttpRequest request) {
    synchronized (this) {
      boolean free = isExempt(request.caller(), request.head().source());
      if (free || budget(request.caller().principal()).watches < limits.watches()) {
        return;
      }
    }
    String message = "this caller holds " + limits.watches() + " watches, which is the most";
    throw HttpError.of(refusal(message, 1), message);
  }

  /**
   * A watch has begun.
   *
   * @param caller whose it is; {@link #endWatch} is to follow
   */
  public synchronized void beginWatch(Caller caller) {
    budget(caller.principal()).watches++;
  }

  /**
   * A watch has ended.
   *
   * @param caller whose it was
   */
  public synchronized void endWatch(Caller caller) {
    budget(caller.principal()).watches--;
  }

  private static HttpReply refusal(String message, double seconds) {
    return HttpReply.error(429, message, "nothing was done; wait, then send it again")
        .with("Retry-After", Long.toString(Math.max(1, (long) Math.ceil(seconds))));
  }

  private Budget budget(String principal) {
    long now = nanos.getAsLong();
    if (budgets.size() >= MOST_CALLERS && !budgets.containsKey(principal)) {
      budgets.values().removeIf(budget -> isFull(budget, now));
    }
    Budget budget = budgets.computeIfAbsent(principal, name -> full(now));
    fill(budget, now);
    return budget;
  }

  /** How many callers are remembered. */
  synchronized int callers() {
    return budgets.size();
  }

  private boolean isFull(Budget budget, long now) {
    fill(budget, now);
    return budget.running == 0 && budget.watches == 0 && budget.requests >= mostRequests();
  }

  private Budget full(long now) {
    Budget budget = new Budget();
    budget.requests = mostRequests();
    budget.bytes = mostBytes();
    budget.filledAt = now;
    return budget;
  }

  private void fill(Budget budget, long now) {
    double seconds = (now - budget.filledAt) / NANOS;
    budget.filledAt = now;
    budget.requests =
        Math.min(mostRequests(), budget.requests + seconds * limits.requestsPerSecond());
    budget.bytes = Math.min(mostBytes(), budget.bytes + seconds * limits.bytesPerSecond());
  }

  private double mostRequests() {
    return (double) BURST * limits.requestsPerSecond();
  }

  private double mostBytes() {
    return (double) BYTES_BURST * limits.bytesPerSecond();
  }
}
