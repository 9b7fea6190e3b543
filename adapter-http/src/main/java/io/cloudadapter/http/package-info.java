/**
 * HTTP for adapters: what every adapter that speaks HTTP needs below its cloud's own requests and errors.
 *
 * <pre>
 *   your adapter ──┬─► TokenSession   one login for all threads ─┐
 *                  ├─► Pager          every page of a list       │
 *                  └─► HttpTransport ◄───────────────────────────┘
 *                        │  one HttpExchange in, one HttpReply out
 *                        ├─► SingleUseBody          a request is sent at most once
 *                        ├─► BoundedBodySubscriber  a reply has a largest size
 *                        ├─► TrustMaterial          the certificates of HTTPS
 *                        └─► ClientThreads          threads that end at the close
 * </pre>
 *
 * <p>The transport throws {@link io.cloudadapter.spi.CloudException} with the right effect where no reply arrives. What
 * a reply means stays with the adapter.
 */
@NullMarked
package io.cloudadapter.http;

import org.jspecify.annotations.NullMarked;
