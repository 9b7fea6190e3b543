/**
 * The adapter for AWS: instances of EC2, alone or in Auto Scaling groups, by the AWS SDK for Java.
 *
 * <pre>
 *   AwsProviderFactory ──► AwsProvider ──┬─► LaunchRequest      the prepared request ──► AwsResourceResolver
 *      config, template     profile      ├─► InstantFleetLauncher  launches of several sizes
 *                                        ├─► InstanceLister     pages ──► InstanceParser ──► StateReasons
 *                                        ├─► BatchTerminator    ends of machines
 *                                        ├─► TagWriter          adoption and labels
 *                                        ├─► RebootActions, StartStopActions, SnapshotActions ──► ActionSupport
 *                                        ├─► InstanceInventory, InstanceTypeCatalog   instances, zones, sizes, quotas
 *                                        ├─► NetworkLoadBalancers, TargetRegistrations ──► ElbClient
 *                                        ├─► RouteTables        routes
 *                                        └─► SpotNoticeQueue    notices of the spot market
 *   SqsChannel, SnsChannel               messages of lifecycle hooks
 *
 *   package client                       requests with credentials, and what each error means
 *   package asg                          pools on Auto Scaling groups: AsgProviderFactory ──► AsgProvider
 * </pre>
 */
@NullMarked
package io.cloudadapter.aws;

import org.jspecify.annotations.NullMarked;
