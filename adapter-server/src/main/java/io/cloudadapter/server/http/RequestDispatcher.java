package io.cloudadapter.server.http;

import io.cloudadapter.api.PoolException;
import io.cloudadapter.server.http.RequestAdmission.Admitted;
import io.cloudadapter.server.http.RequestAdmission.Settled;
import io.cloudadapter.server.options.Role;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.slf4j.MDC;

/**
 * Decides about requests: first by the head alone, so that nothing is read from a caller without permission, then by
 * a handler. Every failure becomes a reply with the server's error body. Safe for use by any number of threads.
 */
public final class RequestDispatcher {
  private static final Pattern KEY = Pattern.compile("[\\x21-\\x7e]{1,128}");

  /** Under this key, a name of ECS, the log lines of a request have the id that its answer has. */
  private static final String REQUEST_ID = "http.request.id";

  private final Router routes;
  private final Authenticator authenticator;
  private final int bodyBytes;
  private final AuditLog audit;
  private final RequestMetrics metrics;
  private final ErrorFormat errorFormat;
  private final UnaryOperator<RequestHead> places;
  private final boolean secure;
  private final RequestTracer tracer;
  private final CallerBudgets budgets;

  /**
   * A front for some routes.
   *
   * @param routes the routes
   * @param authenticator identifies the caller
   * @param bodyBytes the longest body
   * @param audit has a line for every write and refusal
   * @param metrics counts every request
   * @param errorFormat words the replies
   * @param places splits the paths of APIs that answer at several places into a base and a path
   * @param secure whether requests come over HTTPS alone
   * @param tracer shows requests in a tracing
   * @param budgets what each caller may take
   */
  public RequestDispatcher(
      Router routes,
      Authenticator authenticator,
      int bodyBytes,
      AuditLog audit,
      RequestMetrics metrics,
      ErrorFormat errorFormat,
      UnaryOperator<RequestHead> places,
      boolean secure,
      RequestTracer tracer,
      CallerBudgets budgets) {
    this.routes = routes;
    this.authenticator = authenticator;
    this.bodyBytes = bodyBytes;
    this.audit = audit;
    this.metrics = metrics;
    this.errorFormat = errorFormat;
    this.places = places;
    this.secure = secure;
    this.tracer = tracer;
    this.budgets = budgets;
  }

  /**
   * Decides by the head of a request. Never throws.
   *
   * @param head the request
   * @return settled if the answer is known, or admitted to a handler
   */
  public RequestAdmission admit(RequestHead head) {
    Progress progress = new Progress(places.apply(head));
    try {
      return progress.admit();
    } catch (HttpError e) {
      return progress.settled(e.reply());
    } catch (RuntimeException e) {
      return progress.settled(FailureReplies.unexpected(progress.head, e));
    }
  }

  /**
   * Answers an admitted request. Never throws.
   *
   * @param admitted the request
   * @param body its body
   * @return the answer
   */
  public HttpReply answer(Admitted admitted, byte[] body) {
    MDC.put(REQUEST_ID, admitted.head().id());
    try {
      return tracer.traced(admitted, () -> handle(admitted, body));
    } finally {
      MDC.remove(REQUEST_ID);
    }
  }

  private HttpReply handle(Admitted admitted, byte[] body) {
    try {
      if (!admitted.found().writes() && body.length > 0) {
        throw HttpError.badRequest(
            "GET " + admitted.found().template() + " takes no body, got " + body.length + " bytes",
            "");
      }
      Optional<HttpReply> unrecorded = audit.refusal(admitted.found());
      if (unrecorded.isPresent()) {
        return unrecorded.get();
      }
      return admitted
          .found()
          .handler()
          .handle(new HttpRequest(
              admitted.head(),
              admitted.parameters(),
              admitted.asking(),
              admitted.idempotencyKey(),
              body));
    } catch (HttpError e) {
      return e.reply();
    } catch (PoolException e) {
      return FailureReplies.refusal(admitted.head(), e);
    } catch (Throwable e) { // In any case the caller gets an answer, and the log the cause.
      return FailureReplies.unexpected(admitted.head(), e);
    }
  }

  /**
   * Words an answer as the API of its path has it. Never throws.
   *
   * @param head the request
   * @param reply the answer
   * @return what is to be sent
   */
  public HttpReply say(RequestHead head, HttpReply reply) {
    return errorFormat.say(head, reply);
  }

  /**
   * Words an error about something that never became a request. Never throws.
   *
   * @param reply the error, with our error body
   * @return what is to be sent
   */
  public HttpReply sayUnread(HttpReply reply) {
    return errorFormat.sayUnread(reply);
  }

  /**
   * Takes note of an answer. To be called once for each request, when its answer is settled.
   *
   * @param admission the request
   * @param bytes how long its body was, as far as it was read
   * @param reply the answer
   * @param nanos how long it took
   */
  public void answered(RequestAdmission admission, int bytes, HttpReply reply, long nanos) {
    metrics.count(
        admission.head().method(),
        admission instanceof Admitted admitted
            ? admitted.found().template()
            : RequestMetrics.NO_ROUTE,
        reply.status(),
        nanos);
    audit.answered(admission, reply);
    admission
        .caller()
        .ifPresent(caller -> budgets.charge(
            accountOf(caller, admission.head()),
            admission.head().source(),
            (long) bytes + reply.body().length));
  }

  /** Callers without a credential count by the address that they come from. */
  private static Caller accountOf(Caller caller, RequestHead head) {
    return caller.equals(Caller.ANYBODY)
        ? new Caller("address:" + head.source(), caller.role())
        : caller;
  }

  /**
   * Begins to carry out a request.
   *
   * @param admitted the request
   * @return whether its caller may have another one under way; {@link #end} is to follow if so
   */
  public boolean begin(Admitted admitted) {
    return admitted.found().lane() == ExecutionLane.AT_ONCE
        || budgets.begin(
            accountOf(admitted.asking(), admitted.head()), admitted.head().source());
  }

  /**
   * Whether a request goes before those of others.
   *
   * @param admitted the request
   * @return true for an admin on loopback
   */
  public boolean isUrgent(Admitted admitted) {
    return CallerBudgets.isExempt(admitted.asking(), admitted.head().source());
  }

  /**
   * A request is carried out, or will not be.
   *
   * @param admitted the request
   */
  public void end(Admitted admitted) {
    if (admitted.found().lane() != ExecutionLane.AT_ONCE) {
      budgets.end(accountOf(admitted.asking(), admitted.head()), admitted.head().source());
    }
  }

  /**
   * The reply to a request that may not begin.
   *
   * @return 429
   */
  public HttpReply tooManyAtOnce() {
    return budgets.tooManyAtOnce();
  }

  /**
   * The longest body.
   *
   * @return the limit in bytes
   */
  public int bodyBytes() {
    return bodyBytes;
  }

  /**
   * The reply to a body that is too long.
   *
   * @return 413
   */
  public HttpReply tooLong() {
    return HttpReply.error(
        413, "the body is longer than " + bodyBytes + " bytes, which is the most allowed", "");
  }

  /** The checks of one head, with how far they came when one of them throws. */
  private final class Progress {
    private final RequestHead head;
    private Optional<HttpRoute> route = Optional.empty();
    private Optional<Caller> caller = Optional.empty();
    private Map<String, String> parameters = Map.of();

    Progress(RequestHead head) {
      this.head = head;
    }

    Settled settled(HttpReply reply) {
      return new Settled(head, route, caller, parameters, reply);
    }

    RequestAdmission admit() {
      List<String> segments = PathDecoder.segments(head.path());
      Optional<Router.Found> found = routes.find(segments);
      String method = head.method().equals("HEAD") ? "GET" : head.method();
      route = found.flatMap(f -> Optional.ofNullable(f.methods().get(method)));
      parameters = found.map(Router.Found::parameters).orElse(Map.of());
      Caller asking = isOpen(found) ? Caller.ANYBODY : authenticator.caller(head);
      caller = Optional.of(asking);
      Optional<HttpReply> throttled =
          route.filter(r -> r.lane() == ExecutionLane.AT_ONCE).isPresent()
              ? Optional.empty()
              : budgets.take(accountOf(asking, head), head.source());
      if (throttled.isPresent()) {
        return settled(throttled.get());
      }
      if (found.isEmpty()) {
        throw HttpError.of(
            404,
            "there is no resource at " + SafeText.path(head.base() + head.path()),
            "asked by " + SafeText.bare(head.method()) + "; GET / lists the resources");
      }
      if (method.equals("OPTIONS") && route.isEmpty()) {
        return settled(HttpReply.empty(204).with("Allow", found.get().allow()));
      }
      if (route.isEmpty()) {
        throw wrongMethod(found.get());
      }
      checkRole(route.get(), asking);
      BodyHeaders.requireKnownTransferCoding(head);
      Optional<String> key = route.get().writes() ? checkWrite(route.get()) : Optional.empty();
      BodyHeaders.requireReadable(head, route.get());
      if (head.carriesBody() && head.length() > bodyBytes) {
        throw HttpError.of(tooLong(), "body too long");
      }
      return new Admitted(head, route.get(), asking, parameters, key);
    }

    /** Whether the answer is for anybody: by the route, or since the place has one for anybody, but not this method. */
    private boolean isOpen(Optional<Router.Found> found) {
      return route
          .map(here -> here.role().isEmpty())
          .orElseGet(() -> found.stream()
              .flatMap(place -> place.methods().values().stream())
              .anyMatch(other -> other.role().isEmpty()));
    }

    private HttpError wrongMethod(Router.Found found) {
      String message = "method " + SafeText.bare(head.method()) + " is not allowed at "
          + SafeText.path(head.base() + head.path()) + "; allowed: " + found.allow();
      return HttpError.of(HttpReply.error(405, message, "").with("Allow", found.allow()), message);
    }

    private void checkRole(HttpRoute wanted, Caller asking) {
      Role needed = wanted.role().orElse(Role.READ);
      if (!asking.role().covers(needed)) {
        throw HttpError.of(
            403,
            wanted.method() + " " + wanted.template() + " needs role " + name(needed)
                + ", your role is " + name(asking.role()),
            "");
      }
      checkReach(wanted, asking);
    }

    /** Pools check for themselves; what the whole server shares is for callers of every pool and verb. */
    private void checkReach(HttpRoute wanted, Caller asking) {
      if (wanted.reach() == RouteReach.SERVER
          && wanted.role().isPresent()
          && (asking.scope().pools().isPresent()
              || (wanted.writes() && asking.scope().isLimited()))) {
        throw HttpError.of(
            403,
            wanted.method() + " " + wanted.template()
                + " is about the whole server, and this caller is limited to some pools or verbs",
            "GET /pools lists the pools of this caller");
      }
    }

    private Optional<String> checkWrite(HttpRoute wanted) {
      ConsolePlace.requireOwnWrite(head, secure);
      // Signing in is no write that a query could be meant to change.
      head.query()
          .filter(query -> route.flatMap(HttpRoute::role).isPresent())
          .ifPresent(query -> checkQuery(query, wanted.writeQuery()));
      Optional<String> key = head.header("Idempotency-Key");
      if (key.isPresent() && !KEY.matcher(key.get()).matches()) {
        throw HttpError.badRequest(
            "header Idempotency-Key must be 1 to 128 printable ASCII characters without space,"
                + " was: " + SafeText.quoted(key.get()),
            "");
      }
      return key;
    }

    private void checkQuery(String query, Set<String> known) {
      if (known.isEmpty()) {
        throw HttpError.badRequest(
            "writes take no query, was: " + SafeText.quoted("?" + query), "");
      }
      for (String pair : query.split("&", -1)) {
        String name = pair.split("=", 2)[0];
        if (!name.isEmpty() && !known.contains(name)) {
          throw HttpError.badRequest(
              "the query of this write may have " + String.join(", ", new TreeSet<>(known))
                  + ", was: " + SafeText.quoted("?" + query),
              "");
        }
      }
    }

    private String name(Role role) {
      return role.name().toLowerCase(Locale.ROOT);
    }
  }
}
