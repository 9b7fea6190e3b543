/**
 * Pools as node groups of the Cluster Autoscaler of Kubernetes, over gRPC.
 *
 * <pre>
 *   Cluster Autoscaler ──► GrpcListener ──► CallGate ──► AutoscalerService ──► NodeGroupView ──► MachinePool
 *      mutual TLS           leader only      role         the 15 calls          the last view
 * </pre>
 *
 * <p>The server finds {@link io.cloudadapter.clusterautoscaler.GrpcListenerFactory} by {@link java.util.ServiceLoader}.
 */
@NullMarked
package io.cloudadapter.clusterautoscaler;

import org.jspecify.annotations.NullMarked;
