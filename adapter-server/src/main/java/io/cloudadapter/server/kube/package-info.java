/**
 * Actions of machines for clients of Kubernetes: a pool is a namespace, a machine a pod.
 *
 * <pre>
 *   KubeRoutes ──► CustomActionRequest, StatusUpdate         what clients write
 *              ──► Selector, Representation                  what they want to see, as ActionResource or a table
 *              ──► WatchHub ──► WatchConnection ──► WatchEventEncoder   what changes, each event written once
 *   ApiDiscovery                                             what there is, for kubectl
 *   KubeStatus, KubeErrorFormat                              outcomes, and every error, as a Status
 * </pre>
 *
 * This package translates; every decision about an action is the pool's.
 */
@NullMarked
package io.cloudadapter.server.kube;

import org.jspecify.annotations.NullMarked;
