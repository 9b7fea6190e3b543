package io.cloudadapter.testkit.run;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.testkit.report.Excerpt;
import io.cloudadapter.testkit.wire.Mask;
import io.cloudadapter.testkit.wire.SecretEncodings;
import io.cloudadapter.testkit.wire.SecretFinder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;

/** Notes what was seen of all rules while one of them was tried. May be used by any thread. */
public final class ObservationLog {
  /** Something seen, without the run that it was seen in. */
  public record Seen(String rule, String what) {}

  /** What it is called that a spec holds beside credentials. */
  static final String USER_DATA = "user data";

  /** What must not show, by what it is. */
  private final Map<String, String> secrets = new ConcurrentHashMap<>();

  /** What people may come to read, and how many credentials were known when it was looked at. */
  private final Map<Heard, Integer> heard = new HashMap<>();

  private record Heard(String where, String text) {}

  private final String secrecy;
  private final SecretFinder finder = new SecretFinder();
  private volatile int searched;
  private volatile Supplier<Set<String>> credentials = Set::of;
  private final List<Seen> seen = new ArrayList<>();
  private final List<String> calls = new ArrayList<>();
  private final List<String> underWay = new ArrayList<>();
  private int begun;
  private final Set<String> leftOut = new LinkedHashSet<>();
  private final List<String> steps = new ArrayList<>();
  private final Set<MachineId> ended = new HashSet<>();

  /** Whose marks a call of a feature has written, and the rule about that call. */
  private final Map<MachineId, String> rewritten = new HashMap<>();

  private boolean closing;
  private boolean launched;
  private boolean doubtful;
  private boolean overlapped;
  private boolean gaveUp;
  private boolean leftRequests;
  private int late;
  private int certain = Integer.MAX_VALUE;

  ObservationLog(List<String> secrets) {
    this("MP-1.4", secrets);
  }

  /** One that blames a rule of its own for secrets that show. */
  public ObservationLog(String secrecy, List<String> secrets) {
    this.secrecy = secrecy;
    secrets.forEach(secret -> alsoSecret("a secret of the configuration", secret));
  }

  /** Says that a text is secret too, from now on. */
  public void alsoSecret(String what, String secret) {
    if (!secret.isBlank()) {
      secrets.put(secret, what);
      if (secret.length() >= SecretEncodings.SHORTEST) {
        finder.add(secret);
      }
    }
  }

  /** Says what is secret too, from now on: tokens that the cloud has issued. */
  void alsoSecret(Supplier<Set<String>> issued) {
    credentials = issued;
  }

  /** The tokens that the cloud has issued so far. */
  public Set<String> issued() {
    return Set.copyOf(credentials.get());
  }

  public synchronized void saw(String rule, String what) {
    // Reports are text.
    Seen one = new Seen(rule, masked(what).replace('\u0000', '?'));
    if (!seen.contains(one)) {
      seen.add(one);
    }
  }

  /** All of it, without what has been learnt to be secret since. */
  public synchronized List<Seen> seen() {
    return seen.stream()
        .map(one -> new Seen(one.rule(), brief(masked(one.what()))))
        .distinct()
        .toList();
  }

  /** What shows a secret may be a whole log or body; what else is seen is worded by the rule. */
  private static String brief(String what) {
    return what.contains("***") ? Excerpt.ofMessage(what) : what;
  }

  /** A part of the rule is not tried here: the verdict must show it even if it is a pass. */
  synchronized void leavesOut(String part) {
    leftOut.add(masked(part));
  }

  synchronized List<String> leftOut() {
    return leftOut.stream().map(this::masked).toList();
  }

  /** A step of a check that is drawn begins; findings show all of them, numbered. */
  public synchronized void stepBegins(String what) {
    steps.add((steps.size() + 1) + ". " + masked(what));
  }

  /** What came of the latest step. */
  public synchronized void stepEnds(String outcome) {
    int last = steps.size() - 1;
    steps.set(last, steps.get(last) + ": " + masked(outcome));
  }

  /** The steps so far, each a line. */
  synchronized List<String> steps() {
    return List.copyOf(steps);
  }

  /** A call ran out of its time, or something took too long. */
  public synchronized void sawLate() {
    late++;
  }

  /** How often time ran out, be it the adapter's doing, a fault's or a busy machine's. */
  public synchronized int late() {
    return late;
  }

  synchronized void callBegins(String what) {
    begun++;
    calls.add(what);
    launched |= what.equals("launch");
    underWay.add(what);
    overlapped |= underWay.size() > 1;
  }

  /** How many calls have begun since the run began. */
  synchronized int begun() {
    return begun;
  }

  synchronized void callEnds(String what) {
    underWay.remove(what);
  }

  /** Counts calls from 1 again, as the line does. */
  synchronized void forgetCalls() {
    calls.clear();
    leftRequests = gaveUp;
    certain = certain == Integer.MAX_VALUE ? certain : 0;
    overlapped = underWay.size() > 1;
  }

  /** The calls so far, in order: the first is number 1. */
  public synchronized List<String> calls() {
    return List.copyOf(calls);
  }

  /** Whether there may be machines. */
  synchronized boolean launched() {
    return launched;
  }

  /** A call that has not come back. */
  synchronized Optional<String> underWay() {
    return underWay.isEmpty() ? Optional.empty() : Optional.of(underWay.get(0));
  }

  /**
   * The last call of which it is known that all it sent was its own. A call that wrote and was given up may have
   * a request on the way, which arrives during any later one.
   */
  synchronized int certain() {
    return overlapped ? 0 : Math.min(certain, calls.size());
  }

  /** A call was given up: what it sent may arrive at any time. Only where it writes are later calls uncertain. */
  synchronized void gaveUp(boolean writes) {
    gaveUp = true;
    if (writes) {
      certain = Math.min(certain, calls.size());
    }
  }

  /** Whether a call was given up, so that what it sent may arrive yet. */
  synchronized boolean mayArriveLate() {
    return gaveUp;
  }

  /** Whether a call was given up before the calls were forgotten, so that its request may arrive before call 1. */
  synchronized boolean mayArriveBeforeCalls() {
    return leftRequests;
  }

  /** Terminate of a machine has returned without an error. */
  synchronized void ended(MachineId machine) {
    ended.add(machine);
  }

  /** Whether it has. */
  synchronized boolean hasEnded(MachineId machine) {
    return ended.contains(machine);
  }

  /** Whether it has, of any machine. */
  synchronized boolean hasEndedAny() {
    return !ended.isEmpty();
  }

  /** A call of a feature writes the tags of a machine; what becomes of its marks is a matter of that rule. */
  synchronized void rewrites(MachineId machine, String rule) {
    rewritten.put(machine, rule);
  }

  /** The rule that a machine without marks breaks. */
  synchronized String losesMarks(MachineId machine) {
    return rewritten.getOrDefault(machine, "MP-2.1");
  }

  /** What a call sent to the cloud may have arrived, or arrive later: the outcome is unknown. */
  synchronized void doubts() {
    doubtful = true;
  }

  /** Whether anything that was sent may arrive yet. */
  synchronized boolean doubtful() {
    return doubtful || !underWay.isEmpty();
  }

  /** From now on calls of a closed adapter may throw what the rules ask for. */
  public synchronized void closing() {
    closing = true;
  }

  /** People see rows, too, so no field of one may contain a secret. */
  void shown(String what, MachineSighting row) {
    noSecretIn(
        "a row of " + what,
        row + " " + row.metadata() + row.failure() + row.zone() + row.size() + row.publicIps()
            + row.privateIps());
  }

  public void heard(String what, CloudException error) {
    noSecretIn("the error of " + what, error.summary());
    for (Throwable t = error; t != null; t = t.getCause()) {
      noSecretIn("an error of " + what, String.valueOf(t));
    }
  }

  void threw(String what, Throwable wrong) {
    boolean allowed;
    synchronized (this) {
      allowed = closing && wrong instanceof IllegalStateException;
    }
    noSecretIn("an exception of " + what, String.valueOf(wrong));
    if (!allowed) {
      saw("MP-5.1", what + " threw " + described(wrong));
    }
  }

  public void noSecretIn(String where, String text) {
    int known = credentials.get().size();
    looks(where, text);
    synchronized (heard) {
      heard.putIfAbsent(new Heard(where, text), known);
    }
  }

  /** As {@link #noSecretIn}, but for user data, which belongs there. */
  void noCredentialIn(String where, String text) {
    Set<String> shown = shown(text);
    secrets.forEach((secret, what) -> {
      if (!what.equals(USER_DATA) && shown.contains(secret)) {
        saw(secrecy, where + " shows " + what);
      }
    });
    if (credentials.get().stream().anyMatch(shown::contains)) {
      saw(secrecy, where + " shows a credential that crossed the wire");
    }
  }

  private void looks(String where, String text) {
    Set<String> shown = shown(text);
    if (shown.isEmpty()) {
      return;
    }
    secrets.forEach((secret, what) -> {
      if (shown.contains(secret)) {
        saw(secrecy, where + " shows " + what + ": " + masked(text));
      }
    });
    if (credentials.get().stream().anyMatch(shown::contains)) {
      saw(secrecy, where + " shows a credential that crossed the wire: " + masked(text));
    }
  }

  /** Looks once more at all that was heard before the last credential was known. */
  public void looksBack() {
    int known = credentials.get().size();
    Map<Heard, Integer> before;
    synchronized (heard) {
      before = Map.copyOf(heard);
    }
    before.forEach((one, then) -> {
      if (then < known) {
        looks(one.where(), one.text());
      }
    });
  }

  /** The secrets in a text. What is shorter than most can only be hidden, where it is a whole value. */
  private Set<String> shown(String text) {
    Set<String> issued = credentials.get();
    // It only grows: what was searched for once stays in the finder.
    if (issued.size() != searched) {
      issued.stream().filter(one -> one.length() >= SecretEncodings.SHORTEST).forEach(finder::add);
      searched = issued.size();
    }
    return finder.in(text);
  }

  public String masked(String text) {
    Set<String> all = new HashSet<>(credentials.get());
    all.addAll(secrets.keySet());
    return new Mask(all).over(text);
  }

  private static String described(Throwable wrong) {
    StackTraceElement[] trace = wrong.getStackTrace();
    return wrong + (trace.length == 0 ? "" : " at " + trace[0]);
  }
}
