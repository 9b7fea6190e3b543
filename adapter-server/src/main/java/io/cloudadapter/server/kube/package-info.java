/**
 * Actions of machines for clients of Kubernetes: a pool is a namespace, a machine a pod.
 *
 * <pre>
 *   KubeRoutes ──► CustomAction, StatusUpdate   what clients write
 *              ──► Selection, Form              what they want to see, and as what: KubeAction, or a table
 *              ──► Watches ──► Watcher ──► Frames   what changes, each event written once
 *   Discovery                                   what there is, for kubectl
 *   KubeStatus, KubeReplies                     outcomes, and every error, as a Status
 * </pre>
 *
 * This package translates; every decision about an action is the pool's.
 */
@NullMarked
package io.cloudadapter.server.kube;

import org.jspecify.annotations.NullMarked;
