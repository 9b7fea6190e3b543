/**
 * AWS in this process, as far as the adapter uses it: EC2, STS and ELBv2 on one address, told apart by the service
 * that a request was signed for. It behaves as AWS documents: tokens with their scopes, batches filled as far as there
 * is room, lists that lag, tombstones, buckets. All time comes from the clock that it is given, all chance from the
 * seed.
 *
 * <pre>
 *   FakeAws ──► Front ──┬─► Ec2 ──► Vm ──► Phase   instances, by time
 *   console     XML     │     └──► Shelf           images, zones, subnets, groups
 *                       ├─► Elb                    load balancers and target groups
 *                       ├─► Sts                    who asks
 *                       └─► Meters                 how often
 * </pre>
 */
@NullMarked
package io.cloudadapter.aws.cloud;

import org.jspecify.annotations.NullMarked;
