/**
 * The adapter for OpenStack: machines of Nova, and what stands beside them, reached through Keystone's catalogue.
 *
 * <pre>
 *   OpenStackProviderFactory ──► OpenStackProvider ──┬─► Order    what to launch, frozen ──► Catalog
 *      config, template            profile           ├─► Lists    pages and look-ups ──► Rows ──► Mishap
 *        │                                           ├─► Tags     adoption and labels
 *        │                                           ├─► Acts     reboot, start and stop, snapshots
 *        │                                           ├─► Balancers  load balancers ──► Octavia ──► Layout
 *        │                                           ├─► Extraroutes, Magnum  routes and clusters
 *        │                                           ├─► Zaqar    messages of hooks
 *        ▼                                           ├─► Servers  instances and zones, for others than pools
 *   LoginSource ──► Login                            └─► Api      requests with a token ──► Session ──► Grant
 *      clouds.yaml, OS_*, keys of an account                │
 *                                                           ├──► Refusals  what a refusal means
 *                                                           └──► Wire      one HTTP exchange, and how it can end
 * </pre>
 */
@NullMarked
package io.cloudadapter.openstack;

import org.jspecify.annotations.NullMarked;
