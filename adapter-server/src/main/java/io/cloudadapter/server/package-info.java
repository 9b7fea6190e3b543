/**
 * Publishes pools over the cloud adapter REST API 2.0.
 *
 * <pre>
 *   jetty ──► http (Front: admit, answer) ──► rest (routes, messages) ──► Pools
 *                └── security (who asks, what the server shows)
 * </pre>
 *
 * <p>Start with {@link io.cloudadapter.server.AdapterServer}. The server holds no rule about pools:
 * it is built on {@link io.cloudadapter.api.Pools} alone.
 */
@NullMarked
package io.cloudadapter.server;

import org.jspecify.annotations.NullMarked;
