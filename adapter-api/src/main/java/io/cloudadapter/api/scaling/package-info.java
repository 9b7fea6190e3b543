/**
 * How many machines, which of them, and where: the rules of scaling as pure functions. Nothing here has a clock, a
 * pool or a network; the caller passes the numbers in, and gets a decision with an explanation.
 *
 * <pre>
 *   ScalingRequest ─┐
 *   "out, by 2"     ├─► ScalingPolicy.decide ─► ScalingDecision ─► 1 region: PlacementPolicy.grow / shrink
 *   "cpu is 83"     │     AdjustmentPolicy       OK, count         2 zone:   PlacementPolicy.grow / shrink
 *   ScalingView ────┘     StepScalingPolicy      or ERROR          3 which:  DeletionPolicy.choose
 *   9 machines,           TargetTrackingPolicy   and why
 *   limits 2 to 12             │
 *                      ScalingDecision.largest: of several, the largest capacity wins
 *
 *   ResizeRequest ─► decide(view) ─► new size and new limits      SizeValidator: what is out of bounds, in words
 * </pre>
 *
 * <p>Start with {@link io.cloudadapter.api.scaling.ScalingPolicy}. The policies come in the order of the picture:
 * scaling, then region, then zone, then deletion; each starts from the count that the one before it decided.
 *
 * <p>{@link io.cloudadapter.api.scaling.AdjustmentPolicy} is Senlin's scaling policy 1.0, {@link
 * io.cloudadapter.api.scaling.ResizeRequest} its resize, {@link io.cloudadapter.api.scaling.DeletionPolicy} its
 * deletion policy 1.1 and {@link io.cloudadapter.api.scaling.PlacementPolicy} its region and zone placement, all with
 * Senlin's messages; {@link io.cloudadapter.api.scaling.StepScalingPolicy} and {@link
 * io.cloudadapter.api.scaling.TargetTrackingPolicy} follow AWS. {@code docs/decisions/006-scaling.md} records what
 * this library does where Senlin's code and its documents disagree.
 *
 * <p>A policy may come from a file or a request: {@link io.cloudadapter.api.scaling.Policy#parse} reads type,
 * version and properties.
 *
 * <p>A size is counted in <em>committed</em> machines: effective machines plus those of pending launches. So a
 * request that is repeated while machines boot does not launch them twice unless it asks for that. Scaling out never
 * lowers the desired size and scaling in never raises it.
 *
 * <p>All types are immutable, and any thread may use them.
 */
@NullMarked
package io.cloudadapter.api.scaling;

import org.jspecify.annotations.NullMarked;
