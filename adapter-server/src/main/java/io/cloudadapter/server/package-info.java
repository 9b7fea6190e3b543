/**
 * Publishes pools over HTTPS: the cloud adapter REST API 2.0, and the APIs of Senlin and Kubernetes.
 *
 * <pre>
 *   jetty ──► http (RequestDispatcher: admit, answer) ──► rest, kube, senlin, cloudprovider (routes, JSON) ──► Pools
 *                └── security (who asks, what the server shows)
 * </pre>
 *
 * <p>Start with {@link io.cloudadapter.server.AdapterServer}. The server holds no rule about pools:
 * it is built on {@link io.cloudadapter.api.Pools} alone.
 */
@NullMarked
package io.cloudadapter.server;

import org.jspecify.annotations.NullMarked;
