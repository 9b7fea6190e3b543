package io.cloudadapter.proof;

import java.util.List;
import java.util.stream.Stream;

/** Chapter 7: threads. */
final class ThreadMutants {
  private ThreadMutants() {}

  static List<AdapterMutant> all() {
    return Stream.concat(few().stream(), many().stream()).toList();
  }

  private static List<AdapterMutant> many() {
    return List.of(
        permits("MP-7.6", "keeps a permit of each launch that is refused", "failed calls", 20, """
            LarchReply reply = exchangeOnce(request, call);
            if (!request.verb().equals(RequestKind.LAUNCH) || reply.status() != 507) {
              free.release();
            }
            return reply;
            """),
        permits(
            "MP-7.6", "keeps a permit of each launch whose reply is lost", "failed calls", 4, """
            try {
              LarchReply reply = exchangeOnce(request, call);
              free.release();
              return reply;
            } catch (io.cloudadapter.spi.CloudException e) {
              if (!request.verb().equals(RequestKind.LAUNCH)) {
                free.release();
              }
              throw e;
            }
            """),
        permits("MP-7.6", "keeps a permit where a mark is refused", "failed calls", 20, """
            LarchReply reply = exchangeOnce(request, call);
            if (!request.verb().equals(RequestKind.MARK) || reply.status() < 400) {
              free.release();
            }
            return reply;
            """),
        permits(
            "MP-7.7", "takes a second permit for a look-up", "one of 100 calls at once", 2, """
            try {
              if (request.path().startsWith("/v1/machines/")) {
                await(call);
                free.release();
              }
              return exchangeOnce(request, call);
            } finally {
              free.release();
            }
            """),
        permits("MP-8.6", "keeps a permit of each call that close ends", "was not back", 4, """
            LarchReply reply = exchangeOnce(request, call);
            free.release();
            return reply;
            """));
  }

  private static AdapterMutant permits(
      String rule, String bug, String says, int permits, String exchange) {
    return AdapterMutant.of(rule, bug, says)
        .edit("LarchApi", """
        LarchReply exchange(LarchRequest request, CallContext call) {
        """, """
        private final java.util.concurrent.Semaphore free =
            new java.util.concurrent.Semaphore(%d);

        private void await(CallContext call) {
          boolean mine = false;
          while (!mine) {
            if (call.remaining().isNegative()) {
              throw io.cloudadapter.spi.CloudException.of(
                      io.cloudadapter.spi.CloudException.Kind.TIMEOUT,
                      io.cloudadapter.spi.CloudException.Effect.NONE,
                      "no permit")
                  .build();
            }
            try {
              mine = free.tryAcquire(20, java.util.concurrent.TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
              throw io.cloudadapter.spi.CloudException.of(
                      io.cloudadapter.spi.CloudException.Kind.CANCELLED,
                      io.cloudadapter.spi.CloudException.Effect.NONE,
                      "interrupted")
                  .build();
            }
          }
        }

        LarchReply exchange(LarchRequest request, CallContext call) {
          await(call);
          %s
        }

        private LarchReply exchangeOnce(LarchRequest request, CallContext call) {
        """.formatted(permits, exchange));
  }

  private static List<AdapterMutant> few() {
    return List.of(
        AdapterMutant.of("MP-7.1", "lists for the latest caller", "among others")
            .race()
            .edit("LarchProvider", """
                return new LarchLists(api, query, sink, call).read();
                """, """
                latest = query;
                java.util.concurrent.locks.LockSupport.parkNanos(20_000_000);
                return new LarchLists(api, latest, sink, call).read();
                """)
            .edit("LarchProvider", """
                private final LarchApi api;
                """, """
                private volatile ListQuery latest = ListQuery.ids(List.of());
                private final LarchApi api;
                """),
        AdapterMutant.of(
                "MP-7.1",
                "hands its rows over on threads of its own",
                "another thread than the caller's")
            .edit("LarchLists", """
                sink.accept(machine.get());
                """, """
                java.util.concurrent.CompletableFuture.runAsync(
                        () -> sink.accept(machine.get()), task -> new Thread(task).start())
                    .join();
                """),
        AdapterMutant.of("MP-7.2", "makes one request at a time", "of 2 calls at once had sent")
            .edit("HttpTransport", """
                public HttpReply send(
                """, """
                public synchronized HttpReply send(
                """),
        AdapterMutant.of(
                "MP-7.2",
                "holds a lock while it logs in",
                "the first call of a fresh adapter waits")
            .edit("TokenSession", """
                public T get(CallContext call) {
                  while (true) {
                """, """
                private @Nullable Held<T> kept;

                public synchronized T get(CallContext call) {
                  if (kept == null || ticker.nanos() - kept.until >= 0) {
                    kept = fetch(call);
                  }
                  return kept.token;
                }

                T unused(CallContext call) {
                  while (true) {
                """)
            .edit("TokenSession", """
                public void refused(T token) {
                """, """
                public synchronized void refused(T token) {
                  if (kept != null && kept.token == token) {
                    kept = null;
                  }
                """),
        AdapterMutant.of("MP-7.3", "leaves its threads behind", "threads live on after close")
            .edit("HttpTransport", """
                threads.end();
                """, ""),
        AdapterMutant.of("MP-7.3", "has threads that keep the program alive", "is no daemon")
            .edit("ClientThreads", """
                thread.setDaemon(true)
                """, """
                thread.setDaemon(false)
                """),
        AdapterMutant.of(
                "MP-7.4",
                "looks for a file through the thread's class loader",
                "context class loader")
            .edit("LarchProvider", """
                LarchRequest request = LarchRequest.get("/v1/account");
                """, """
                Thread.currentThread().getContextClassLoader().getResource("larch");
                LarchRequest request = LarchRequest.get("/v1/account");
                """),
        AdapterMutant.of(
                "MP-7.5", "takes a new client after each failure", "threads are open after")
            .edit("HttpTransport", """
                return error(Kind.UNAVAILABLE, effect, name + " had no whole reply: " + why);
                """, """
                LEFT.add(client);
                client = null;
                return error(Kind.UNAVAILABLE, effect, name + " had no whole reply: " + why);
                """)
            .edit("HttpTransport", """
                private final int largestReply;
                """, """
                private static final java.util.List<HttpClient> LEFT =
                    new java.util.concurrent.CopyOnWriteArrayList<>();
                private final int largestReply;
                """),
        AdapterMutant.of(
                "MP-7.5", "loses a connection of its pool at each failure", "a call still fails")
            .edit("HttpTransport", """
                return HttpReply.of(
                    await(mine, call.remaining(), exchange.name(), exchange::effect, call));
                """, """
                if (!free.tryAcquire()) {
                  throw error(Kind.UNAVAILABLE, Effect.NONE, "no connection is free");
                }
                HttpReply whole = HttpReply.of(
                    await(mine, call.remaining(), exchange.name(), exchange::effect, call));
                free.release();
                return whole;
                """)
            .edit("HttpTransport", """
                private final int largestReply;
                """, """
                private final java.util.concurrent.Semaphore free =
                    new java.util.concurrent.Semaphore(100);
                private final int largestReply;
                """));
  }
}
