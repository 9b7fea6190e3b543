/**
 * What an HTTP server is to us, without any library: a head comes in, is admitted or refused, and an
 * admitted request with its body becomes a reply.
 *
 * <pre>
 *   RequestHead ──► RequestDispatcher.admit ──► refused: HttpReply, before a byte of the body is read
 *                        │
 *                        ▼
 *                    RequestAdmission (route, caller) ──► RequestDispatcher.answer(body) ──► Handler ──► HttpReply
 * </pre>
 *
 * Start with {@link io.cloudadapter.server.http.RequestDispatcher}.
 */
@NullMarked
package io.cloudadapter.server.http;

import org.jspecify.annotations.NullMarked;
