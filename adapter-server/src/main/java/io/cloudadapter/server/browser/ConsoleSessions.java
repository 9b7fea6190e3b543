package io.cloudadapter.server.browser;

import com.google.common.hash.Hashing;
import io.cloudadapter.server.http.Caller;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Supplier;

/**
 * The sessions of the console, in memory: a restart ends all. A session ends half an hour after its last request, and
 * eight hours after its beginning in any case. Their ids are kept as hashes. Any number of threads may use it.
 */
public final class ConsoleSessions {
  private static final Duration IDLE = Duration.ofMinutes(30);
  private static final Duration LIFE = Duration.ofHours(8);

  /** How many sessions there are of one caller; another one ends the one that was used least recently. */
  private static final int MOST_OF_ONE = 32;

  private static final int MOST = 2048;

  private final Supplier<String> ids;
  private final Clock clock;
  private final AtomicLong numbers = new AtomicLong();

  /** By the hash of the id. Guarded by this. */
  private final Map<String, Entry> entries = new LinkedHashMap<>();

  /**
   * Without sessions yet.
   *
   * @param ids makes an id that cannot be guessed
   * @param clock the time
   */
  public ConsoleSessions(Supplier<String> ids, Clock clock) {
    this.ids = ids;
    this.clock = clock;
  }

  /** A session with its last request. */
  private static final class Entry {
    private final ConsoleSession session;
    private Instant usedAt;

    Entry(ConsoleSession session, Instant usedAt) {
      this.session = session;
      this.usedAt = usedAt;
    }

    boolean lasts(Instant now) {
      return now.isBefore(session.ends()) && now.isBefore(usedAt.plus(IDLE));
    }
  }

  /** Begins a session, and returns its id. */
  String begin(Caller caller, SignIn by) {
    String id = ids.get();
    Instant now = clock.instant();
    Instant end = now.plus(LIFE);
    Instant ends = caller.expires().filter(own -> own.isBefore(end)).orElse(end);
    Entry entry = new Entry(new ConsoleSession(numbers.incrementAndGet(), caller, by, ends), now);
    synchronized (this) {
      entries.values().removeIf(other -> !other.lasts(now));
      makeRoom(caller.principal());
      entries.put(hash(id), entry);
    }
    return id;
  }

  private void makeRoom(String principal) {
    long own = entries.values().stream()
        .filter(entry -> entry.session.caller().principal().equals(principal))
        .count();
    if (own >= MOST_OF_ONE || entries.size() >= MOST) {
      entries.entrySet().stream()
          .filter(entry ->
              own < MOST_OF_ONE || entry.getValue().session.caller().principal().equals(principal))
          .min(Comparator.comparing(entry -> entry.getValue().usedAt))
          .ifPresent(oldest -> entries.remove(oldest.getKey()));
    }
  }

  /** The session of an id, used at this moment. */
  Optional<ConsoleSession> find(String id) {
    String hash = hash(id);
    Instant now = clock.instant();
    synchronized (this) {
      Entry entry = entries.get(hash);
      if (entry == null || !entry.lasts(now)) {
        entries.remove(hash);
        return Optional.empty();
      }
      entry.usedAt = now;
      return Optional.of(entry.session);
    }
  }

  /** The session of a number, which is not used by this. */
  Optional<ConsoleSession> numbered(long number) {
    Instant now = clock.instant();
    synchronized (this) {
      return entries.values().stream()
          .filter(entry -> entry.lasts(now) && entry.session.number() == number)
          .map(entry -> entry.session)
          .findFirst();
    }
  }

  /** Ends a session, if it has not ended. */
  void end(String id) {
    String hash = hash(id);
    synchronized (this) {
      entries.remove(hash);
    }
  }

  private static String hash(String id) {
    return Hashing.sha256().hashString(id, StandardCharsets.UTF_8).toString();
  }
}
