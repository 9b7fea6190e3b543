/**
 * Certifies an adapter: tries numbered rules on it, once without faults and again with one fault at each exchange with
 * its cloud, and gives each rule one of six verdicts.
 *
 * <pre>
 *   rule.RuleBook (rules.md)       what must hold
 *   trials                         how each rule is tried: a file for each chapter
 *   subject                        what an author writes: the adapter and its test cloud
 *        │
 *   AdapterCertifier ──► run.TrialRunner ──► run.TestBench   one run: a new cloud, the adapter, time, randomness
 *        │                     ├─ wire.FaultProxy            faults on the wire
 *        │                     └─ run.PostRunChecks          what was sent, what is left
 *        └──► report.Certificate
 * </pre>
 *
 * <p>A trial acts towards the adapter as the core would ({@code CoreRetryModel}), so that under a fault the adapter's
 * own
 * report is tried: an adapter that reports that nothing happened must be right. What any run shows about any rule
 * counts.
 *
 * <p>Hook channels have a chapter of their own: {@code channel.ChannelCertifier}.
 */
@NullMarked
package io.cloudadapter.testkit;

import org.jspecify.annotations.NullMarked;
