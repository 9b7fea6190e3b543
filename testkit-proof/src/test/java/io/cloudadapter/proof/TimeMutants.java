package io.cloudadapter.proof;

import java.util.List;

/** Chapter 6: time and budget. */
final class TimeMutants {
  private TimeMutants() {}

  static List<AdapterMutant> all() {
    return List.of(
        AdapterMutant.of("MP-6.1", "gives each request four seconds at least", "after its deadline")
            .edit("LarchHttpClient", """
                return answer.get(time.toNanos(), TimeUnit.NANOSECONDS);
                """, """
                return answer.get(Math.max(time.toNanos(), 4_000_000_000L), TimeUnit.NANOSECONDS);
                """),
        AdapterMutant.of(
                "MP-6.1", "has its deadline end with the head of a reply", "after its deadline")
            .edit("LarchHttpClient", """
                return http.build();
                """, """
                Duration left = call.remaining();
                http.timeout(left.isNegative() || left.isZero() ? Duration.ofMillis(1) : left);
                return http.build();
                """)
            .edit("LarchHttpClient", """
                await(exchange.copy(), call.remaining(), request.toString(), effect, call));
                """, """
                await(
                    exchange.copy(),
                    call.remaining().plusSeconds(4),
                    request.toString(),
                    effect,
                    call));
                """),
        AdapterMutant.of(
                "MP-6.1", "gives each request all the time of its call", "after its deadline")
            .edit("LarchHttpClient", """
                private volatile boolean closed;
                """, """
                private volatile boolean closed;
                private final java.util.Map<CallContext, Duration> times =
                    java.util.Collections.synchronizedMap(new java.util.WeakHashMap<>());
                """)
            .edit("LarchHttpClient", """
                await(exchange.copy(), call.remaining(), request.toString(), effect, call));
                """, """
                await(
                    exchange.copy(),
                    times.computeIfAbsent(call, CallContext::remaining),
                    request.toString(),
                    effect,
                    call));
                """),
        AdapterMutant.of("MP-6.2", "does not heed interrupts", "after its interrupt")
            .edit("LarchHttpClient", """
                Thread.currentThread().interrupt();
                throw error(Kind.CANCELLED, effect.get(), what + " was interrupted");
                """, """
                return await(answer, time, what, effect, call);
                """),
        AdapterMutant.of(
                "MP-6.3", "says that a mark that was cancelled is not set", "sends a MARK, after")
            .edit("LarchHttpClient", """
                throw error(Kind.CANCELLED, effect.get(), what + " was cancelled");
                } catch
                """, """
                throw error(
                    Kind.CANCELLED,
                    what.startsWith("PUT") ? Effect.NONE : effect.get(),
                    what + " was cancelled");
                } catch
                """)
            // Java's client may fail the exchange before it cancels what waits for it.
            .edit("LarchHttpClient", "return error(Kind.CANCELLED, effect,", """
                return error(
                    Kind.CANCELLED,
                    what.startsWith("PUT") ? Effect.NONE : effect,
                """),
        AdapterMutant.of("MP-6.3", "does not heed a cancellation", "after its cancellation")
            .edit("LarchHttpClient", """
                call.onCancel(end);
                """, ""),
        AdapterMutant.of(
                "MP-6.4", "never asks the budget", "when the budget had been asked for 0 of them")
            .edit("LarchHttpClient", """
                call.acquire(request.verb(), 1);
                """, ""),
        AdapterMutant.of("MP-6.4", "asks the budget for the first page only", "list had sent")
            .edit("LarchHttpClient", """
                call.acquire(request.verb(), 1);
                """, """
                if (!request.path().contains("&after=")) {
                  call.acquire(request.verb(), 1);
                }
                """),
        AdapterMutant.of("MP-6.4", "asks for reads whatever it does", "kind LAUNCH")
            .edit("LarchHttpClient", """
                call.acquire(request.verb(), 1);
                """, """
                call.acquire(io.cloudadapter.spi.RequestKind.READ, 1);
                """),
        AdapterMutant.of("MP-6.4", "asks the budget for all but actions", "reboot had sent")
            .edit("LarchHttpClient", """
                call.acquire(request.verb(), 1);
                """, """
                if (request.verb() != io.cloudadapter.spi.RequestKind.ACT) {
                  call.acquire(request.verb(), 1);
                }
                """),
        AdapterMutant.of(
                "MP-6.5", "believes no reply of another hour", "with replies dated an hour")
            .edit("LarchReply", """
                static LarchReply of(HttpResponse<byte[]> response) {
                """, """
                static LarchReply of(HttpResponse<byte[]> response) {
                  Instant now = Instant.now();
                  Optional<Instant> said = response.headers().firstValue("Date").flatMap(LarchReply::date);
                  if (Duration.between(said.orElse(now), now).abs().toMinutes() > 10) {
                    throw io.cloudadapter.spi.CloudException.of(
                            io.cloudadapter.spi.CloudException.Kind.UNAVAILABLE,
                            io.cloudadapter.spi.CloudException.Effect.NONE,
                            "a reply of another time")
                        .build();
                  }
                """),
        AdapterMutant.of("MP-6.6", "sends when no time is left", "ms left")
            .edit("LarchHttpClient", """
                if (call.remaining().compareTo(Duration.ZERO) <= 0) {
                """, """
                if (base.isEmpty()) {
                """)
            // And waits a little, since what is given up at once may not even have left.
            .edit("LarchHttpClient", """
                call.remaining(), request.toString()
                """, """
                call.remaining().plusMillis(200), request.toString()
                """),
        AdapterMutant.of("MP-6.7", "calls its own budget an outage", "THROTTLED by the budget")
            .edit("LarchHttpClient", """
                call.acquire(request.verb(), 1);
                """, """
                try {
                  call.acquire(request.verb(), 1);
                } catch (CloudException e) {
                  throw error(Kind.UNAVAILABLE, Effect.NONE, "no budget");
                }
                """));
  }
}
