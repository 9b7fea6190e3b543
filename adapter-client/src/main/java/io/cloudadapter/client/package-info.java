/**
 * Pools that live on another server, with the same interface as your own.
 *
 * <pre>
 *   RemotePools ──► RemotePool : MachinePool ──► RequestExchange ──► HTTPS
 *                      │                            │
 *                      ├─ message.PoolMessages      └─ PemFiles   which servers are trusted, and our certificate
 *                      │    the server's replies
 *                      └─ ErrorResponseMapper            a refusal of the server as a PoolException
 * </pre>
 *
 * <p>Start with {@link io.cloudadapter.client.RemotePools}; it is the only type that others need.
 * Works with any server of the cloud adapter REST API 2.0; what such a server lacks beyond that
 * document (status, plan, several pools) is refused with a clear error.
 */
@NullMarked
package io.cloudadapter.client;

import org.jspecify.annotations.NullMarked;
