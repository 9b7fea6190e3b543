/**
 * The listener for the Cluster Autoscaler of Kubernetes: its configuration, what the server provides to it, and how the
 * server finds it. The module adapter-clusterautoscaler has the listener.
 */
@NullMarked
package io.cloudadapter.server.autoscaler;

import org.jspecify.annotations.NullMarked;
