package io.cloudadapter.proof;

import java.util.List;

/** Chapter 6: time and budget. */
final class TimeMutants {
  private TimeMutants() {}

  static List<AdapterMutant> all() {
    return List.of(
        AdapterMutant.of("MP-6.1", "gives each request four seconds at least", "after its deadline")
            .edit("HttpTransport", """
                return answer.get(time.toNanos(), TimeUnit.NANOSECONDS);
                """, """
                return answer.get(Math.max(time.toNanos(), 4_000_000_000L), TimeUnit.NANOSECONDS);
                """),
        AdapterMutant.of(
                "MP-6.1", "has its deadline end with the head of a reply", "after its deadline")
            .edit("HttpTransport", """
                HttpRequest single =
                """, """
                Duration left = call.remaining();
                request = HttpRequest.newBuilder(request, (name, value) -> true)
                    .timeout(left.isNegative() || left.isZero() ? Duration.ofMillis(1) : left)
                    .build();
                HttpRequest single =
                """)
            .edit("HttpTransport", """
                await(mine, call.remaining(), exchange.name(), exchange::effect, call));
                """, """
                await(
                    mine,
                    call.remaining().plusSeconds(4),
                    exchange.name(),
                    exchange::effect,
                    call));
                """),
        AdapterMutant.of(
                "MP-6.1", "gives each request all the time of its call", "after its deadline")
            .edit("HttpTransport", """
                private volatile boolean closed;
                """, """
                private volatile boolean closed;
                private final java.util.Map<CallContext, Duration> times =
                    java.util.Collections.synchronizedMap(new java.util.WeakHashMap<>());
                """)
            .edit("HttpTransport", """
                await(mine, call.remaining(), exchange.name(), exchange::effect, call));
                """, """
                await(
                    mine,
                    times.computeIfAbsent(call, CallContext::remaining),
                    exchange.name(),
                    exchange::effect,
                    call));
                """),
        AdapterMutant.of("MP-6.2", "does not heed interrupts", "after its interrupt")
            .edit("HttpTransport", """
                Thread.currentThread().interrupt();
                throw error(Kind.CANCELLED, effect.get(), name + " was interrupted");
                """, """
                return await(answer, time, name, effect, call);
                """),
        AdapterMutant.of(
                "MP-6.3", "says that a mark that was cancelled is not set", "sends a MARK, after")
            .edit("HttpTransport", """
                throw error(Kind.CANCELLED, effect.get(), name + " was cancelled");
                } catch
                """, """
                throw error(
                    Kind.CANCELLED,
                    name.startsWith("PUT") ? Effect.NONE : effect.get(),
                    name + " was cancelled");
                } catch
                """)
            // Java's client may fail the exchange before it cancels what waits for it.
            .edit("HttpTransport", "return error(Kind.CANCELLED, effect,", """
                return error(
                    Kind.CANCELLED,
                    name.startsWith("PUT") ? Effect.NONE : effect,
                """),
        AdapterMutant.of("MP-6.3", "does not heed a cancellation", "after its cancellation")
            .edit("HttpTransport", """
                call.onCancel(end);
                """, ""),
        AdapterMutant.of(
                "MP-6.4", "never asks the budget", "when the budget had been asked for 0 of them")
            .edit("HttpTransport", """
                call.acquire(exchange.kind(), 1);
                """, ""),
        AdapterMutant.of("MP-6.4", "asks the budget for the first page only", "list had sent")
            .edit("HttpTransport", """
                call.acquire(exchange.kind(), 1);
                """, """
                if (!exchange.name().contains("&after=")) {
                  call.acquire(exchange.kind(), 1);
                }
                """),
        AdapterMutant.of("MP-6.4", "acquires for reads in every call", "kind LAUNCH")
            .edit("HttpTransport", """
                call.acquire(exchange.kind(), 1);
                """, """
                call.acquire(io.cloudadapter.spi.RequestKind.READ, 1);
                """),
        AdapterMutant.of("MP-6.4", "asks the budget for all but actions", "reboot had sent")
            .edit("HttpTransport", """
                call.acquire(exchange.kind(), 1);
                """, """
                if (exchange.kind() != io.cloudadapter.spi.RequestKind.ACT) {
                  call.acquire(exchange.kind(), 1);
                }
                """),
        AdapterMutant.of(
                "MP-6.5", "believes no reply of another hour", "with replies dated an hour")
            .edit("HttpReply", """
                static HttpReply of(HttpResponse<byte[]> response) {
                """, """
                static HttpReply of(HttpResponse<byte[]> response) {
                  Instant now = Instant.now();
                  Optional<Instant> said = response.headers().firstValue("Date").flatMap(HttpReply::date);
                  if (Duration.between(said.orElse(now), now).abs().toMinutes() > 10) {
                    throw io.cloudadapter.spi.CloudException.of(
                            io.cloudadapter.spi.CloudException.Kind.UNAVAILABLE,
                            io.cloudadapter.spi.CloudException.Effect.NONE,
                            "a reply of another time")
                        .build();
                  }
                """),
        AdapterMutant.of("MP-6.6", "sends when no time is left", "ms left")
            .edit("HttpTransport", """
                if (call.remaining().compareTo(Duration.ZERO) <= 0) {
                """, """
                if (largestReply < 0) {
                """)
            // And waits a little, since what is given up at once may not even have left.
            .edit("HttpTransport", """
                call.remaining(), exchange.name()
                """, """
                call.remaining().plusMillis(200), exchange.name()
                """),
        AdapterMutant.of("MP-6.7", "calls its own budget an outage", "THROTTLED by the budget")
            .edit("HttpTransport", """
                call.acquire(exchange.kind(), 1);
                """, """
                try {
                  call.acquire(exchange.kind(), 1);
                } catch (CloudException e) {
                  throw error(Kind.UNAVAILABLE, Effect.NONE, "no budget");
                }
                """),
        profile(
            "MP-6.12",
            "promises that nothing lands late",
            "lateAcceptance is PT1S",
            ".lateAcceptance(Duration.ofSeconds(10))",
            ".lateAcceptance(Duration.ofSeconds(1))"),
        profile(
                "MP-6.12",
                "promises lists that do not lag",
                "visibleWithin is PT5S",
                ".visibleWithin(Duration.ofSeconds(10))",
                ".visibleWithin(Duration.ofSeconds(5))")
            .drags("MP-3.4"),
        profile(
                "MP-6.12",
                "promises keys that live for two days",
                "the cloud forgets them",
                "token(Duration.ofHours(24))",
                "token(Duration.ofHours(48))")
            .drags("MP-2.5"),
        profile(
            "MP-6.11",
            "declares twice the launches at once",
            "bucket of 40.0",
            "RequestKind.LAUNCH, new TokenBucket(20, 5)",
            "RequestKind.LAUNCH, new TokenBucket(40, 5)"),
        profile(
            "MP-6.11",
            "declares twice the launches a second",
            "and 10.0 a second",
            "RequestKind.LAUNCH, new TokenBucket(20, 5)",
            "RequestKind.LAUNCH, new TokenBucket(20, 10)"),
        profile(
            "MP-6.11",
            "declares more deletions at once",
            "kind TERMINATE",
            "RequestKind.TERMINATE, new TokenBucket(50, 10)",
            "RequestKind.TERMINATE, new TokenBucket(80, 10)"));
  }

  private static AdapterMutant profile(
      String rule, String bug, String says, String before, String after) {
    return AdapterMutant.of(rule, bug, says).edit("LarchProvider", before, after);
  }
}
