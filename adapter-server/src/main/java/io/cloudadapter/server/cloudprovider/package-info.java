/**
 * The HTTP cloudprovider API, by which Kubernetes uses a cloud that is not compiled into it.
 *
 * <pre>
 *   CloudproviderRoutes        /cloudprovider/v1aplha1 … and v1alpha1 …, the same under both
 *     ├─ InstanceEndpoints      nodes by name, host name, expression; SSH keys; metadata (ours)
 *     ├─ LoadBalancerEndpoints  TCP load balancers          each asks one feature of the account's
 *     ├─ ZoneEndpoints          zones, clusters             adapter, through {@link io.cloudadapter.api.cloud.Cloud}
 *     └─ RouteEndpoints         routes
 *   CloudproviderErrorFormat   every error as a Status; on the line 404, or its own code if asked for
 * </pre>
 *
 * Follows its one client where the document is silent: no content type, null for an empty list, keys in base64,
 * addresses as raw bytes, expressions in a path as they are. Decision 011 says why.
 */
@NullMarked
package io.cloudadapter.server.cloudprovider;

import org.jspecify.annotations.NullMarked;
