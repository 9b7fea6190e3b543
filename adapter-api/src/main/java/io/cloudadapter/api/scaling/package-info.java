/**
 * How many machines, which of them, and where: the rules of scaling as pure functions. Nothing here has
 * a clock, a pool or a network; who asks brings the numbers, and gets a decision that can explain itself.
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
 * <p>Start with {@link io.cloudadapter.api.scaling.ScalingPolicy}. The policies come in the order of the
 * picture: scaling, then region, then zone, then deletion; each takes the count that the one before it
 * decided.
 *
 * <p>{@link io.cloudadapter.api.scaling.AdjustmentPolicy} is Senlin's scaling policy 1.0,
 * {@link io.cloudadapter.api.scaling.ResizeRequest} its resize, {@link io.cloudadapter.api.scaling.DeletionPolicy}
 * its deletion policy 1.1 and {@link io.cloudadapter.api.scaling.PlacementPolicy} its region and zone placement,
 * all with Senlin's own messages; {@link io.cloudadapter.api.scaling.StepScalingPolicy} and
 * {@link io.cloudadapter.api.scaling.TargetTrackingPolicy} follow AWS. Where Senlin's code, its documents and
 * good sense disagree, {@code docs/decisions/006-scaling.md} says what is followed here.
 *
 * <p>A policy may come from a file or a request: {@link io.cloudadapter.api.scaling.Policy#parse} reads type,
 * version and properties.
 *
 * <p>A size is counted in <em>committed</em> machines: those that are effective, and those that are promised
 * and not there yet. So a request that comes again while machines boot does not order them twice unless
 * it says so. Scaling out never lowers the desired size and scaling in never raises it.
 *
 * <p>All types are immutable and may be used by any thread.
 */
@NullMarked
package io.cloudadapter.api.scaling;

import org.jspecify.annotations.NullMarked;
