package io.cloudadapter.server.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import io.cloudadapter.server.options.AuditOutcome;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * One line of JSON for each write and each refusal, written before the reply: who asks, from where, what, about which
 * pool and machine, under which request id, with which result. It never has headers, queries or bodies, and of a hook's
 * token only the beginning. Names from the path are left out where no pool or machine of that name was found. Any
 * number of threads may use it.
 */
public final class AuditLog implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(AuditLog.class);
  private static final JsonFactory JSON =
      new JsonFactoryBuilder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
  private static final Set<String> READS = Set.of("GET", "HEAD", "OPTIONS");
  private static final Set<Integer> REFUSALS = Set.of(401, 403, 429);

  /** Of these a name in the path may be anything. */
  private static final Set<Integer> UNCHECKED = Set.of(400, 401, 404, 405, 415);

  private static final int LONGEST = 256;

  /** Writes the fields of one line. */
  private interface Fields {
    void write(JsonGenerator json) throws IOException;
  }

  private final AuditSink sink;
  private final boolean isRequired;
  private final InstantSource clock;
  private final RefusalBudget budget = new RefusalBudget();
  private final AtomicLong lost = new AtomicLong();

  /** Whether a line was lost after which none was written about that. */
  private volatile boolean failed;

  /**
   * An audit log.
   *
   * @param sink where its lines go
   * @param isRequired whether writes are refused while no line can be written
   * @param clock dates the lines
   */
  public AuditLog(AuditSink sink, boolean isRequired, InstantSource clock) {
    this.sink = sink;
    this.isRequired = isRequired;
    this.clock = clock;
  }

  /**
   * How many lines could not be written.
   *
   * @return lines since the start; each is in the server's log instead
   */
  public long lost() {
    return lost.get();
  }

  /** The answer to a write that must not be carried out, since it could not be recorded. */
  Optional<HttpReply> refusal(HttpRoute route) {
    if (!route.writes() || mayWrite()) {
      return Optional.empty();
    }
    return Optional.of(HttpReply.error(
            503, "the audit log cannot be written, so writes are refused", "nothing was changed")
        .with("Retry-After", "5"));
  }

  /**
   * Whether a write may be carried out.
   *
   * @return false while the audit log is required and cannot be written
   */
  public boolean mayWrite() {
    return !isRequired || (sink.isReady() && hasRoom());
  }

  /**
   * Whether there is room for a line, after one that was not written. Only another line shows that: a file on a full
   * disk can be opened.
   */
  private boolean hasRoom() {
    if (!failed) {
      return true;
    }
    String lines = String.valueOf(lost.get());
    failed = !announced(new LocalWrite(
        "lost-" + lines, "server", "audit log", Map.of("lost", lines), AuditOutcome.DONE));
    return !failed;
  }

  void answered(RequestAdmission admission, HttpReply reply) {
    boolean refused = REFUSALS.contains(reply.status());
    if (READS.contains(admission.head().method()) && !refused) {
      return;
    }
    if (!admission.isKnown() && refused && !budget.take(clock.instant())) {
      return;
    }
    var unused = append(json -> write(json, admission, reply));
  }

  /**
   * Writes a line about a write that no request asks for.
   *
   * @param write the write
   * @return whether the line is written; if not, it is in the server's log
   */
  public boolean recorded(LocalWrite write) {
    return append(fields(write));
  }

  /**
   * Writes a line about a write that is given up if the line cannot be written. Then no line is missing, so none is
   * counted or logged.
   *
   * @param write the write
   * @return whether the line is written
   */
  public boolean announced(LocalWrite write) {
    return sink.write(line(fields(write)));
  }

  private Fields fields(LocalWrite write) {
    return json -> {
      json.writeStringField("time", clock.instant().toString());
      json.writeStringField("request", write.id());
      json.writeStringField("principal", cut(write.principal()));
      json.writeStringField("source", write.source());
      json.writeStringField("verb", write.verb());
      for (Map.Entry<String, String> name : new TreeMap<>(write.names()).entrySet()) {
        json.writeStringField(name.getKey(), cut(name.getValue()));
      }
      json.writeStringField("outcome", write.outcome().word());
    };
  }

  private boolean append(Fields fields) {
    String line = line(fields);
    boolean written = sink.write(line);
    if (!written) {
      lost.incrementAndGet();
      failed = true;
      LOG.error("a line of the audit log was not written: {}", line);
    }
    return written;
  }

  private static String line(Fields fields) {
    StringWriter text = new StringWriter(256);
    try (JsonGenerator json = JSON.createGenerator(text)) {
      json.writeStartObject();
      fields.write(json);
      json.writeEndObject();
    } catch (IOException e) {
      throw new UncheckedIOException("a text cannot be written in memory", e);
    }
    return text.toString();
  }

  private void write(JsonGenerator json, RequestAdmission admission, HttpReply reply)
      throws IOException {
    json.writeStringField("time", clock.instant().toString());
    json.writeStringField("request", admission.head().id());
    Optional<Caller> caller = admission.caller().filter(known -> admission.isKnown());
    if (caller.isPresent()) {
      json.writeStringField("principal", cut(caller.get().principal()));
      json.writeStringField("caller", cut(caller.get().name()));
      json.writeStringField("role", caller.get().role().name());
    }
    json.writeStringField("source", admission.head().source());
    json.writeStringField("verb", verb(admission));
    if (!UNCHECKED.contains(reply.status())) {
      for (Map.Entry<String, String> name : new TreeMap<>(admission.parameters()).entrySet()) {
        boolean token = name.getKey().equals("token");
        json.writeStringField(
            name.getKey(), token ? SafeText.token(name.getValue()) : cut(name.getValue()));
      }
    }
    json.writeStringField("outcome", AuditOutcome.of(reply.status()).word());
    json.writeNumberField("status", reply.status());
    String version = reply.headers().get("ETag");
    if (version != null) {
      json.writeStringField("version", cut(version));
    }
    long leftOut = budget.leftOut();
    if (leftOut > 0) {
      json.writeNumberField("leftOut", leftOut);
    }
  }

  /** The route, since a path that has none may be anything. */
  private static String verb(RequestAdmission admission) {
    return admission
        .route()
        .map(route -> route.method() + " " + route.template())
        .orElse(RequestMetrics.method(admission.head().method()) + " " + RequestMetrics.NO_ROUTE);
  }

  private static String cut(String text) {
    return text.length() <= LONGEST ? text : text.substring(0, LONGEST) + "…";
  }

  /** Ends writing. */
  @Override
  public void close() {
    sink.close();
  }
}
