/**
 * The adapter for Larch, a made-up cloud, as {@code docs/how-to/write-an-adapter.md} builds it on
 * {@link io.cloudadapter.http}.
 *
 * <pre>
 *   LarchProviderFactory ──► LarchProvider ──┬─► LarchLaunchRequest  the prepared request ──► LarchCatalog
 *      config, template         profile      ├─► LarchLists          pages and look-ups ──► LarchRows
 *                                            ├─► LarchTags           adoption and labels
 *                                            ├─► LarchActions        reboot, start and stop, snapshots
 *                                            ├─► LarchBalancers      load balancers
 *                                            └─► LarchApi            requests with a token
 *                                                   │
 *                                                   ├──► LarchErrors    what a refusal means
 *                                                   └──► HttpTransport  one HTTP exchange
 * </pre>
 */
@NullMarked
package com.example.larch;

import org.jspecify.annotations.NullMarked;
