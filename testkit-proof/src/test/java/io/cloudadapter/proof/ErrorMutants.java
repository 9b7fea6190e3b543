package io.cloudadapter.proof;

import java.util.List;
import java.util.stream.Stream;

/** Chapter 5: errors. */
public final class ErrorMutants {
  private ErrorMutants() {}

  public static List<AdapterMutant> all() {
    return Stream.of(refusals(), doubts()).flatMap(List::stream).toList();
  }

  private static List<AdapterMutant> refusals() {
    return List.of(
        AdapterMutant.of("MP-5.1", "trips over a reply without a body", "NoSuchElementException")
            .drags("MP-5.12")
            .edit("LarchErrors", """
                if (reply.status() != status || reply.body().isEmpty()) {
                """, """
                if (reply.status() != status) {
                """),
        AdapterMutant.of("MP-5.3", "knows a code by a wrong kind", "must be DENIED")
            .edit("LarchErrors", """
                Map.entry("DENIED", Kind.DENIED)
                """, """
                Map.entry("DENIED", Kind.UNAUTHENTICATED)
                """),
        AdapterMutant.of(
                "MP-5.3", "guesses from a status what it does not know", "KitMadeThisUp with 403")
            .edit("LarchErrors", """
                if (!KINDS.containsKey(code.get())) {
                """, """
                if (!KINDS.containsKey(code.get()) && status > 400 && status < 500) {
                  return Effect.NONE;
                }
                if (!KINDS.containsKey(code.get())) {
                """),
        AdapterMutant.of("MP-5.4", "does not say how long to wait", "retry after no time")
            .edit("LarchErrors", """
                reply.retryAfter().ifPresent(error::retryAfter);
                """, ""),
        AdapterMutant.of(
                "MP-5.4",
                "counts the date of a Retry-After from its own clock",
                "an hour ahead of ours")
            .edit("HttpReply", """
                header("Date").flatMap(HttpReply::date);
                """, """
                Optional.of(Instant.now());
                """),
        AdapterMutant.of("MP-5.5", "blames the account for a full zone", "must name a zone")
            .drags("MP-5.3")
            .edit("LarchErrors", """
                error.scope(capacity(reply.body(), request.body()));
                """, """
                error.scope(ErrorScope.account());
                """),
        AdapterMutant.of("MP-5.6", "takes a quota for a lack of capacity", "must be QUOTA")
            .drags("MP-5.3")
            .edit("LarchErrors", """
                Map.entry("QUOTA_EXCEEDED", Kind.QUOTA)
                """, """
                Map.entry("QUOTA_EXCEEDED", Kind.CAPACITY)
                """),
        AdapterMutant.of("MP-5.7", "drops the code of the cloud", "arrives as none")
            .edit("LarchErrors", """
                code.ifPresent(error::code);
                """, ""),
        AdapterMutant.of("MP-5.8", "does not renew its token", "UNAUTHENTICATED")
            .edit("LarchApi", """
                reply -> reply.is(401, "TOKEN_EXPIRED"),
                """, """
                reply -> false,
                """),
        AdapterMutant.of("MP-5.8", "logs in many times", "of them other than further pages")
            .edit("LarchApi", """
                LarchReply reply = send(request, Optional.empty(), call);
                """, """
                for (int i = 0; i < 4; i++) {
                  send(request, Optional.empty(), call);
                }
                LarchReply reply = send(request, Optional.empty(), call);
                """));
  }

  private static List<AdapterMutant> doubts() {
    return List.of(
        AdapterMutant.of(
                "MP-5.2",
                "says that what took too long has not happened",
                "and its machine is there")
            .edit("HttpTransport", """
                throw error(Kind.TIMEOUT, effect.get(),
                """, """
                throw error(Kind.TIMEOUT, Effect.NONE,
                """),
        AdapterMutant.of(
                "MP-5.9",
                "doubts what it has only read",
                "only reads, and failed with effect UNKNOWN")
            .edit("HttpExchange", """
                if (kind == RequestKind.READ) {
                  return Effect.NONE;
                }
                """, ""),
        AdapterMutant.of(
                "MP-5.10", "doubts what was never sent", "must be UNAVAILABLE, effect NONE")
            .edit("HttpExchange", """
                if (body == null || body.giveUp()) {
                  return Effect.NONE;
                }
                """, ""),
        AdapterMutant.of("MP-5.11", "takes a lost reply for a refusal", "effect UNKNOWN, and was")
            .edit("HttpExchange", """
                return Effect.UNKNOWN;
                """, """
                return Effect.NONE;
                """),
        AdapterMutant.of(
                "MP-5.11", "takes an action without a reply for one not done", "ACT whose reply")
            .edit("HttpExchange", """
                if (kind == RequestKind.READ) {
                  return Effect.NONE;
                """, """
                if (kind == RequestKind.READ || kind == RequestKind.ACT) {
                  return Effect.NONE;
                """),
        AdapterMutant.of(
                "MP-5.12", "takes any page for an action that was begun", "ACT was answered with")
            .edit("LarchActions", """
                JsonNode row = LarchErrors.expect(202, request, reply);
                """, """
                if (reply.status() == 200 || reply.status() == 404) {
                  return ActionProgress.underWay();
                }
                JsonNode row = LarchErrors.expect(202, request, reply);
                """)
            .drags("MP-5.3", "MP-11.1", "MP-11.21"),
        AdapterMutant.of("MP-5.12", "takes any page for an empty list", "and took it for a result")
            .edit("LarchLists", """
                JsonNode page = LarchErrors.expect(200, request, reply);
                JsonNode rows = page.path("machines");
                if (!rows.isArray()) {
                """, """
                if (reply.status() == 200 && reply.body().isEmpty()) {
                  return Optional.empty();
                }
                JsonNode page = LarchErrors.expect(200, request, reply);
                JsonNode rows = page.path("machines");
                if (!rows.isArray()) {
                """),
        AdapterMutant.of("MP-5.12", "takes any 404 for the end of a list", "status 404, and a list")
            .drags("MP-5.3")
            .edit("LarchLists", """
                JsonNode page = LarchErrors.expect(200, request, reply);
                """, """
                if (reply.status() == 404) {
                  return Optional.empty();
                }
                JsonNode page = LarchErrors.expect(200, request, reply);
                """),
        AdapterMutant.of(
                "MP-5.12", "takes a look-up that is denied for a machine that is missing", "DENIED")
            .edit("LarchLists", """
                if (reply.is(404, "NO_SUCH_MACHINE")) {
                """, """
                if (reply.is(404, "NO_SUCH_MACHINE") || reply.is(403, "DENIED")) {
                """),
        AdapterMutant.of(
                "MP-5.12", "takes a gateway's 503 for a refusal", "status 503, which is no word")
            .drags("MP-12.16")
            .edit("LarchErrors", """
                if (code.isEmpty()) {
                """, """
                if (code.isEmpty() && status == 503) {
                  return Effect.NONE;
                }
                if (code.isEmpty()) {
                """),
        AdapterMutant.of(
                "MP-5.12", "takes the 404 of a proxy for an end", "status 404, and took it")
            .edit("LarchProvider", """
                if (reply.is(404, "NO_SUCH_MACHINE")) {
                """, """
                if (reply.status() == 404 && !reply.is(404, "NO_SUCH_PATH")) {
                """),
        AdapterMutant.of("MP-5.12", "takes a proxy for the cloud", "no word of the cloud")
            .drags("MP-12.16")
            .edit("LarchErrors", """
                if (code.isEmpty()) {
                """, """
                if (code.isEmpty() && (status == 504 || status / 100 == 4)) {
                  return Effect.NONE;
                }
                if (code.isEmpty()) {
                """),
        AdapterMutant.of("MP-5.13", "follows redirects", "followed a redirect to another host")
            .edit("HttpTransport", """
                HttpClient.Redirect.NEVER
                """, """
                HttpClient.Redirect.ALWAYS
                """)
            .edit("SingleUseBody", """
                if (!state.compareAndSet(State.NEW, State.BEGUN)) {
                """, """
                if (!state.compareAndSet(State.NEW, State.BEGUN) && state.get() == State.GIVEN_UP) {
                """),
        AdapterMutant.of("MP-5.14", "trusts every certificate", "of an unknown authority was sent")
            .behindHttps()
            .edit("TrustMaterial", """
                context.init(null, managers.getTrustManagers(), null);
                """, """
                context.init(
                    null, new javax.net.ssl.TrustManager[] {new Everybody()}, null);
                """)
            .edit("TrustMaterial", """
                private final ContextSource contexts;
                """, """
                private static final class Everybody extends javax.net.ssl.X509ExtendedTrustManager {
                  private static final java.security.cert.X509Certificate[] NONE = {};

                  @Override
                  public void checkClientTrusted(
                      java.security.cert.X509Certificate[] chain, String type) {}

                  @Override
                  public void checkServerTrusted(
                      java.security.cert.X509Certificate[] chain, String type) {}

                  @Override
                  public void checkClientTrusted(
                      java.security.cert.X509Certificate[] chain,
                      String type,
                      java.net.Socket socket) {}

                  @Override
                  public void checkServerTrusted(
                      java.security.cert.X509Certificate[] chain,
                      String type,
                      java.net.Socket socket) {}

                  @Override
                  public void checkClientTrusted(
                      java.security.cert.X509Certificate[] chain,
                      String type,
                      javax.net.ssl.SSLEngine engine) {}

                  @Override
                  public void checkServerTrusted(
                      java.security.cert.X509Certificate[] chain,
                      String type,
                      javax.net.ssl.SSLEngine engine) {}

                  @Override
                  public java.security.cert.X509Certificate[] getAcceptedIssuers() {
                    return NONE;
                  }
                }

                private final ContextSource contexts;
                """),
        AdapterMutant.of("MP-5.15", "falls back to TLS 1.1", "was accepted by")
            .behindHttps()
            .edit("HttpTransport", """
                return HttpReply.of(
                    await(mine, call.remaining(), exchange.name(), exchange::effect, call));
                """, """
                try {
                  return HttpReply.of(
                      await(mine, call.remaining(), exchange.name(), exchange::effect, call));
                } catch (CloudException e) {
                  if (String.valueOf(e.getMessage()).contains("protocol version")) {
                    fallBack(request.uri());
                  }
                  throw e;
                }
                """)
            .edit("HttpTransport", """
                private final ReentrantLock lock = new ReentrantLock();
                """, OldTlsClient.FALL_BACK + """
                private final ReentrantLock lock = new ReentrantLock();
                """));
  }
}
