/**
 * The adapter for AWS: instances of EC2, alone or in Auto Scaling groups, by the AWS SDK for Java.
 *
 * <pre>
 *   AwsProviderFactory ──► AwsProvider ──┬─► Order    what to launch, frozen ──► Catalog
 *      config, template      profile     ├─► Lists    pages ──► Rows ──► Mishap
 *        │                               ├─► Fleets   launches of several sizes
 *        │                               ├─► Tags     adoption and labels
 *        │                               ├─► Reboots, Power, Images    actions ──► Acting
 *        │                               ├─► Inventory                 instances and zones
 *        │                               ├─► Balancers, Registrations  load balancers ──► Elb
 *        ▼                               └─► Api      requests with credentials
 *     Settings ◄── Login ◄── Keys ◄───────────┤
 *      keys of an account    shared by all    ├──► Services  the SDK's clients, which repeat nothing
 *                                             └──► Wire      the SDK's HTTP client, and how an exchange can end
 *                                                    ├──► Envelope  whether an answer is one
 *                                                    └──► Refusals  what an error means
 *
 *   AsgProviderFactory ──► AsgProvider ──┬─► AsgOrder     which group, and its marks, frozen
 *      config                            ├─► AsgMembers   who joins a group, and who leaves
 *                                        ├─► AsgHooks     whom groups hold ──► AsgLifecycle
 *                                        └─► AwsProvider  all that is not about groups
 * </pre>
 */
@NullMarked
package io.cloudadapter.aws;

import org.jspecify.annotations.NullMarked;
