package io.cloudadapter.proof;

import java.util.List;
import java.util.stream.Stream;

/** Chapter 10: hook channels. Each is the webhook with one bug. */
final class ChannelMutants {
  private ChannelMutants() {}

  static List<AdapterMutant> all() {
    return Stream.of(
            targets(), messages(), errors(), waits(), ends(), secrets(), NotificationMutants.all())
        .flatMap(List::stream)
        .toList();
  }

  /** The mutants to try: {@code -Dmutant} as for adapters. */
  static List<AdapterMutant> chosen() {
    return AdapterMutants.chosen(all());
  }

  private static List<AdapterMutant> targets() {
    return List.of(
        AdapterMutant.of(
                "MP-10.1", "calls itself by a name of its own spelling", "the channel calls itself")
            .edit("WebhookChannel", """
                return HookTarget.WEBHOOK;
                """, """
                return "Webhook";
                """),
        AdapterMutant.of(
                "MP-10.1", "changes its name once it was used", "called itself webhook, and now")
            .edit("WebhookChannel", """
                return HookTarget.WEBHOOK;
                """, """
                return used ? "webhook-2" : HookTarget.WEBHOOK;
                """)
            .edit("WebhookChannel", """
                private final InstantSource wall;
                """, """
                private volatile boolean used;
                private final InstantSource wall;
                """)
            .edit("WebhookChannel", """
                byte[] body = body(message);
                """, """
                byte[] body = body(message);
                used = true;
                """),
        AdapterMutant.of("MP-10.2", "overlooks what it does not know", "is accepted by check")
            .edit("WebhookTarget", """
                if (!KNOWN.contains(name)) {
                """, """
                if (name.isEmpty()) {
                """),
        AdapterMutant.of("MP-10.2", "does not say what is missing", "is refused without naming it")
            .edit("WebhookTarget", """
                "url is missing: where messages are posted to"
                """, """
                "the receiver is missing"
                """),
        AdapterMutant.of(
                "MP-10.2", "trips over what is missing", "instead of an IllegalArgumentException")
            .edit("WebhookTarget", """
                if (text == null) {
                  throw new IllegalArgumentException("url is missing: where messages are posted to");
                }
                """, ""),
        AdapterMutant.of(
                "MP-10.2", "asks the receiver whether it is there", "check made an exchange")
            .drags("MP-10.3")
            .edit("WebhookChannel", """
                  });
                  WebhookTarget.of(target);
                """, """
                  });
                  Map<String, String> known = new java.util.HashMap<>(target.parameters());
                  known.keySet().retainAll(java.util.Set.of("url", "allowPrivate"));
                  if (known.size() == 2) {
                    WebhookTarget there =
                        WebhookTarget.of(new HookTarget("webhook", known, Optional.empty()));
                    try {
                      clients.of(there).newRequest(there.url()).method("HEAD").send();
                    } catch (Exception e) {
                      throw new IllegalStateException(e);
                    }
                  }
                  WebhookTarget.of(target);
                """),
        AdapterMutant.of(
                "MP-10.3", "refuses when it sends what it has accepted", "a message in peace")
            .edit("DestinationPolicy", """
                if (allowPrivate || !isPrivate(address)) {
                """, """
                if (!isPrivate(address)) {
                """),
        AdapterMutant.of("MP-10.3", "only says that it sends", "the message has not arrived")
            .edit("WebhookChannel", """
                mustBeTaken(receiver, reply(receiver, request, call));
                """, ""));
  }

  private static List<AdapterMutant> messages() {
    return List.of(
        AdapterMutant.of("MP-10.4", "takes any reply for a yes", "the message has not arrived")
            .edit("WebhookChannel", """
                return status >= 200 && status < 300;
                """, """
                return status >= 200;
                """),
        AdapterMutant.of("MP-10.4", "returns before it has sent", "the message has not arrived")
            .drags("MP-10.3")
            .edit("WebhookChannel", """
                mustBeTaken(receiver, reply(receiver, request, call));
                """, """
                java.util.concurrent.CompletableFuture.runAsync(() -> {
                  java.util.concurrent.locks.LockSupport.parkNanos(300_000_000);
                  mustBeTaken(receiver, reply(receiver, request, call));
                });
                """),
        AdapterMutant.of(
                "MP-10.4", "swallows what goes wrong on the way", "the message has not arrived")
            .drags("MP-10.14")
            .edit("WebhookChannel", """
                return orElse(begun, error(Kind.UNAVAILABLE, receiver + " cannot be reached: " + reason(e)));
                """, """
                return new Reply(200);
                """),
        AdapterMutant.of("MP-10.5", "puts its JSON together by hand", "is no JSON")
            .edit("WebhookChannel", """
                json.writeStringField(field.getKey(), field.getValue());
                """, """
                json.writeFieldName(field.getKey());
                json.writeRawValue('"' + field.getValue() + '"');
                """),
        AdapterMutant.of("MP-10.5", "cuts long texts", "characters), and came as")
            .edit("WebhookChannel", """
                json.writeStringField(field.getKey(), field.getValue());
                """, """
                String text = field.getValue();
                json.writeStringField(field.getKey(), text.substring(0, Math.min(1024, text.length())));
                """),
        AdapterMutant.of("MP-10.5", "knows no letters but those of the west", "and came as")
            .edit("WebhookChannel", """
                return bytes.toByteArray();
                """, """
                byte[] western =
                    bytes.toString(StandardCharsets.UTF_8).getBytes(StandardCharsets.ISO_8859_1);
                return new String(western, StandardCharsets.ISO_8859_1)
                    .getBytes(StandardCharsets.UTF_8);
                """),
        AdapterMutant.of("MP-10.5", "has keys of its own", "node_id was")
            .edit("WebhookChannel", """
                json.writeStringField(field.getKey(), field.getValue());
                """, """
                json.writeStringField(field.getKey().replace("node_id", "nodeId"), field.getValue());
                """),
        AdapterMutant.of("MP-10.6", "takes each attempt for another message", "different ids")
            .edit("WebhookChannel", """
                ("message of " + message.token())
                """, """
                ("message of " + message.token() + message.attempt())
                """),
        AdapterMutant.of("MP-10.6", "makes its ids by chance", "different ids")
            .edit("WebhookChannel", """
                UUID.nameUUIDFromBytes(
                  ("message of " + message.token()).getBytes(StandardCharsets.UTF_8))
                """, """
                UUID.randomUUID()
                """),
        AdapterMutant.of("MP-10.6", "names messages after their machine", "came with one id")
            .drags("MP-10.13")
            .edit("WebhookChannel", """
                ("message of " + message.token())
                """, """
                ("message of " + message.machine())
                """),
        AdapterMutant.of("MP-10.6", "never recovers from a failure", "with all trouble over")
            .edit("WebhookChannel", """
                mustBeTaken(receiver, reply(receiver, request, call));
                """, """
                try {
                  mustBeTaken(receiver, reply(receiver, request, call));
                } catch (CloudException e) {
                  if (e.kind() == Kind.UNAVAILABLE) {
                    close();
                  }
                  throw e;
                }
                """));
  }

  private static List<AdapterMutant> errors() {
    return List.of(
        AdapterMutant.of("MP-10.10", "throws what its client throws", "instead of a CloudException")
            .drags("MP-10.14")
            .edit("WebhookChannel", """
                return orElse(begun, error(Kind.UNAVAILABLE, receiver + " cannot be reached: " + reason(e)));
                """, """
                throw new IllegalStateException(reason(e));
                """),
        AdapterMutant.of(
                "MP-10.10", "does not read how long to wait", "the error says nothing of it")
            .edit("WebhookChannel", """
                RetryAfterHeader.of(reply.retryAfter(), reply.date(), wall.instant()).ifPresent(error::retryAfter);
                """, ""),
        AdapterMutant.of("MP-10.10", "takes a throttle for an outage", "must be THROTTLED")
            .edit("WebhookChannel", """
                case 429 -> Kind.THROTTLED;
                """, """
                case 429 -> Kind.UNAVAILABLE;
                """),
        AdapterMutant.of(
                "MP-10.10",
                "takes a lost reply for a message that was not sent",
                "the error says that nothing has happened")
            .drags("MP-10.14")
            .edit("WebhookChannel", """
                return orElse(begun, error(Kind.UNAVAILABLE, receiver + " cannot be reached: " + reason(e)));
                """, """
                throw CloudException.of(Kind.UNAVAILABLE, Effect.NONE, "cannot be reached").build();
                """),
        AdapterMutant.of("MP-10.11", "goes where a redirect leads", "a redirect was followed")
            .edit("WebhookChannel", """
                HttpFields headers = response.getHeaders();
                """, """
                HttpFields headers = response.getHeaders();
                if (headers.get("Location") != null) {
                  try {
                    java.net.HttpURLConnection there = (java.net.HttpURLConnection)
                        new java.net.URL(headers.get("Location")).openConnection();
                    there.setRequestMethod("POST");
                    there.getResponseCode();
                  } catch (IOException e) {
                    throw new UncheckedIOException(e);
                  }
                }
                """));
  }

  private static List<AdapterMutant> waits() {
    return List.of(
        AdapterMutant.of(
                "MP-10.7", "gives each receiver five seconds at least", "after its deadline")
            .edit("WebhookChannel", """
                reply.get(call.remaining().toNanos(), TimeUnit.NANOSECONDS)
                """, """
                reply.get(Math.max(5_000_000_000L, call.remaining().toNanos()), TimeUnit.NANOSECONDS)
                """),
        AdapterMutant.of("MP-10.7", "takes silence for an outage", "that is no TIMEOUT")
            .edit("WebhookChannel", """
                error(Kind.TIMEOUT, receiver + " did not answer in time")
                """, """
                error(Kind.UNAVAILABLE, receiver + " did not answer in time")
                """),
        AdapterMutant.of("MP-10.8", "waits on when it is cancelled", "ms after its cancellation")
            .edit("WebhookChannel", """
                call.onCancel(() -> reply.cancel(false));
                """, ""),
        AdapterMutant.of("MP-10.8", "waits on when it is interrupted", "ms after its interrupt")
            .edit("WebhookChannel", """
                Thread.currentThread().interrupt();
                throw error(Kind.CANCELLED, "telling " + receiver + " was interrupted");
                """, """
                return reply.join();
                """),
        AdapterMutant.of(
                "MP-10.8", "says that what is cancelled was not sent", "with effect UNKNOWN but")
            .edit("WebhookChannel", """
                throw error(Kind.CANCELLED, "telling " + receiver + " was cancelled");
                """, """
                throw CloudException.of(Kind.CANCELLED, Effect.NONE, "cancelled").build();
                """),
        AdapterMutant.of(
                "MP-10.9", "looks at its call only while it waits", "a call that was cancelled")
            .edit("WebhookChannel", """
                mustBeWanted(receiver, call);
                """, ""),
        AdapterMutant.of("MP-10.9", "tells when no time is left", "a call with no time left")
            .edit("WebhookChannel", """
                call.remaining().isNegative() || call.remaining().isZero()
                """, """
                call.traceId().isEmpty()
                """),
        AdapterMutant.of(
                "MP-10.12", "tells one receiver at a time", "for a receiver that is silent")
            .edit("WebhookChannel", """
                private static Reply reply(
                """, """
                private static synchronized Reply reply(
                """),
        AdapterMutant.of(
                "MP-10.12", "has four connections for everybody", "for a receiver that is silent")
            .edit("WebhookChannel", """
                private final InstantSource wall;
                """, """
                private final java.util.concurrent.Semaphore free = new java.util.concurrent.Semaphore(4);
                private final InstantSource wall;
                """)
            .edit("WebhookChannel", """
                mustBeTaken(receiver, reply(receiver, request, call));
                """, """
                free.acquireUninterruptibly();
                try {
                  mustBeTaken(receiver, reply(receiver, request, call));
                } finally {
                  free.release();
                }
                """),
        AdapterMutant.of("MP-10.13", "keeps the message that it sends in a field", "one of many")
            .edit("WebhookChannel", """
                byte[] body = body(message);
                """, """
                latest = body(message);
                java.util.concurrent.locks.LockSupport.parkNanos(20_000_000);
                byte[] body = latest;
                """)
            .edit("WebhookChannel", """
                private final InstantSource wall;
                """, """
                private volatile byte[] latest = {};
                private final InstantSource wall;
                """));
  }

  private static List<AdapterMutant> ends() {
    return List.of(
        AdapterMutant.of("MP-10.14", "fails at its second close", "and closed threw")
            .edit("WebhookChannel", """
                clients.close();
                """, """
                if (shut) {
                  throw new IllegalStateException("closed already");
                }
                shut = true;
                clients.close();
                """)
            .edit("WebhookChannel", """
                private final InstantSource wall;
                """, """
                private boolean shut;
                private final InstantSource wall;
                """),
        AdapterMutant.of(
                "MP-10.14", "opens again after its close", "was closed, and has sent something")
            .drags("MP-10.15")
            .edit("WebhookClients", """
                closed = true;
                """, "")
            .edit("WebhookClients", """
                lookups.shutdownNow();
                """, ""),
        AdapterMutant.of("MP-10.14", "trips over its own close", "was closed, and send threw")
            .edit("WebhookClients", """
                throw CloudException.of(Kind.CANCELLED, Effect.NONE, "the channel is closed")
                    .build();
                """, """
                throw new IllegalStateException("the channel is closed");
                """),
        AdapterMutant.of(
                "MP-10.14", "waits for replies before it closes", "close was not back 5000 ms")
            .edit("WebhookChannel", """
                mustBeTaken(receiver, reply(receiver, request, call));
                """, """
                open.readLock().lock();
                try {
                  mustBeTaken(receiver, reply(receiver, request, call));
                } finally {
                  open.readLock().unlock();
                }
                """)
            .edit("WebhookChannel", """
                clients.close();
                """, """
                open.writeLock().lock();
                clients.close();
                open.writeLock().unlock();
                """)
            .edit("WebhookChannel", """
                private final InstantSource wall;
                """, """
                private final java.util.concurrent.locks.ReadWriteLock open =
                    new java.util.concurrent.locks.ReentrantReadWriteLock();
                private final InstantSource wall;
                """),
        AdapterMutant.of("MP-10.14", "shares its client with all channels", "the channel is closed")
            .drags("MP-10.3")
            .edit("WebhookChannel", """
                this.clients = new WebhookClients(lookup);
                """, """
                this.clients = SHARED;
                """)
            .edit("WebhookChannel", """
                private final InstantSource wall;
                """, """
                private static final WebhookClients SHARED = new WebhookClients(InetAddress::getAllByName);
                private final InstantSource wall;
                """),
        AdapterMutant.of("MP-10.15", "forgets its client", "threads live on after close")
            .drags("MP-10.14")
            .edit("WebhookClients", """
                clients.values().forEach(client -> LifeCycle.stop(client));
                """, ""),
        AdapterMutant.of("MP-10.15", "forgets who looks names up", "threads live on after close")
            .edit("WebhookClients", """
                lookups.shutdownNow();
                """, ""),
        AdapterMutant.of("MP-10.15", "keeps the program alive by its threads", "is no daemon")
            .edit("WebhookClients", """
                threads.setDaemon(true);
                """, """
                threads.setDaemon(false);
                """));
  }

  private static List<AdapterMutant> secrets() {
    return List.of(
        AdapterMutant.of("MP-10.16", "tells the whole address", "shows a secret of the target")
            .edit("WebhookTarget", """
                return shown(url);
                """, """
                return url.toString();
                """),
        AdapterMutant.of("MP-10.16", "passes on the errors of its client", "an error of send shows")
            .edit("WebhookChannel", """
                return orElse(begun, error(Kind.UNAVAILABLE, receiver + " cannot be reached: " + reason(e)));
                """, """
                throw CloudException.of(Kind.UNAVAILABLE, Effect.UNKNOWN, receiver + " cannot be reached")
                    .cause(e)
                    .build();
                """),
        AdapterMutant.of(
                "MP-10.16", "quotes an address that is none", "an exception of check shows")
            .edit("WebhookTarget", """
                throw new IllegalArgumentException("url must be a URL: " + e.getReason());
                """, """
                throw new IllegalArgumentException("url must be a URL: " + e.getReason(), e);
                """),
        AdapterMutant.of("MP-10.16", "quotes a secret that is none", "an exception of check shows")
            .edit("WebhookSignature", """
                throw new IllegalArgumentException("secret must be base 64 after " + PREFIX);
                """, """
                throw new IllegalArgumentException("secret must be base 64, was " + text);
                """),
        AdapterMutant.of("MP-10.16", "logs what it sends", "what is printed or logged shows")
            .edit("WebhookChannel", """
                byte[] body = body(message);
                """, """
                byte[] body = body(message);
                java.util.logging.Logger.getLogger("webhook").fine(() -> "telling " + new String(body));
                """),
        AdapterMutant.of("MP-10.16", "shows its last message", "toString of the channel shows")
            .edit("WebhookChannel", """
                byte[] body = body(message);
                """, """
                byte[] body = body(message);
                latest = message.fields().toString();
                """)
            .edit("WebhookChannel", """
                private final InstantSource wall;
                """, """
                private volatile String latest = "";
                private final InstantSource wall;

                @Override
                public String toString() {
                  return "webhook, last " + latest;
                }
                """),
        AdapterMutant.of("MP-10.17", "takes any certificate", "of an unknown authority was sent")
            .behindHttps()
            .edit("WebhookClients", """
                new SslContextFactory.Client();
                ca.ifPresent(file -> tls.setTrustStore(trusting(file)));
                """, """
                new SslContextFactory.Client(true);
                """),
        AdapterMutant.of(
                "MP-10.17", "does not look whose certificate it is", "of another host was sent")
            .behindHttps()
            .edit("WebhookClients", """
                ca.ifPresent(file -> tls.setTrustStore(trusting(file)));
                """, """
                ca.ifPresent(file -> tls.setTrustStore(trusting(file)));
                tls.setEndpointIdentificationAlgorithm(null);
                """),
        AdapterMutant.of("MP-10.18", "tries TLS 1.1 as well", "was accepted by")
            .behindHttps()
            .edit("WebhookChannel", """
                return orElse(begun, error(Kind.UNAVAILABLE, receiver + " cannot be reached: " + reason(e)));
                """, """
                if (reason(e).contains("protocol version")) {
                  fallBack(receiver.url());
                }
                return orElse(begun, error(Kind.UNAVAILABLE, receiver + " cannot be reached: " + reason(e)));
                """)
            .edit("WebhookChannel", """
                private final InstantSource wall;
                """, OldTlsClient.FALL_BACK + """
                private final InstantSource wall;
                """));
  }
}
