/**
 * The adapter for OpenStack: machines of Nova, and what stands beside them, reached through Keystone's catalogue.
 *
 * <pre>
 *   OpenStackProviderFactory ──► OpenStackProvider ──┬─► ServerRequest  prepared  ──► OpenStackResourceResolver
 *      config, template            profile           ├─► ServerLister   look-ups ──► ServerParser ──► FaultReasons
 *                                                    ├─► ServerTags     adoption and labels
 *                                                    ├─► ServerActions  reboot, start and stop, snapshots
 *                                                    ├─► ServerInventory, FlavorCatalog  instances, zones, sizes
 *                                                    ├─► OctaviaLoadBalancers, PoolMembers ──► OctaviaClient
 *                                                    └─► RouterRoutes, MagnumClusters      routes and clusters
 *   ZaqarChannel                                     messages of lifecycle hooks
 *
 *   package client                                   requests with a token, pages, and what each error means
 * </pre>
 */
@NullMarked
package io.cloudadapter.openstack;

import org.jspecify.annotations.NullMarked;
