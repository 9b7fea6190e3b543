/**
 * What an HTTP server is to us, without any library: a head comes in, is admitted or refused, and an
 * admitted request with its body becomes a reply.
 *
 * <pre>
 *   RequestHead ──► Front.admit ──► refused: HttpReply, before a byte of the body is read
 *                        │
 *                        ▼
 *                    Admission (route, caller) ──► Front.answer(body) ──► Handler ──► HttpReply
 * </pre>
 *
 * Start with {@link io.cloudadapter.server.http.RequestDispatcher}.
 */
@NullMarked
package io.cloudadapter.server.http;

import org.jspecify.annotations.NullMarked;
