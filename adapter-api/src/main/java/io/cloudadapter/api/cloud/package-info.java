/**
 * What an account has beside the machines of a pool: instances as the cloud shows them, load balancers, zones,
 * clusters, routes, machine sizes and quotas.
 *
 * <pre>
 *   {@link io.cloudadapter.api.cloud.Cloud}   one account, ready to be asked
 *     └─ask(feature, question)──► features of {@code io.cloudadapter.spi}: Instances, LoadBalancers, Zones,
 *                                 Clusters, Routes, MachineSizeCatalog, Quotas, with the records of this package
 * </pre>
 *
 * The records check their values when they are made, never change, and contain nothing of a wire format.
 */
@NullMarked
package io.cloudadapter.api.cloud;

import org.jspecify.annotations.NullMarked;
