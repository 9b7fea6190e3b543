/**
 * Runs the server on Jetty. No other package uses Jetty.
 *
 * <pre>
 *   connection ──► HeaderTimeout   a request line must not take for ever
 *   request    ──► JettyExchange ──► RequestDispatcher.admit ──► body, read as it comes, by no thread in particular
 *                                   └──► LaneExecutors ──► RequestDispatcher.answer ──► reply, written as it goes
 *   what Jetty itself refuses ──► JettyErrorHandler, with our error body
 * </pre>
 *
 * No thread ever waits for a client: heads, bodies and replies move as the network lets them. Only
 * handlers hold threads, and those are counted (see {@link io.cloudadapter.server.jetty.LaneExecutors}).
 */
@NullMarked
package io.cloudadapter.server.jetty;

import org.jspecify.annotations.NullMarked;
