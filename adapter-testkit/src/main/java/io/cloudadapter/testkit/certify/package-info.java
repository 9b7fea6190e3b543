/**
 * Certifies an adapter: tries numbered rules on it, once in peace and again with one fault at each
 * exchange with its cloud, and says of each rule in one of six words what became of it.
 *
 * <pre>
 *   rules.md ──► RuleBook            what must hold (the source of everything)
 *   Trials                           how each rule is tried: a file for each chapter
 *
 *   Certification ──► Schedule       which faults strike which exchanges
 *        │
 *        └──► Runner ──► Bench       one run: a fresh cloud, the adapter, time, chance
 *                │         └ Watched every call of the adapter is looked at
 *                ├ Line              the wire, or the fault points of a cloud in this process
 *                └ Oracles           after every run: what was sent, what is left
 *        │
 *        └──► Verdicts ──► Certificate
 * </pre>
 *
 * <p>A trial acts towards the adapter as the core would ({@code CoreRetryModel}), so that under a fault it is
 * the adapter's word that is tried: whoever says that nothing happened must be right. What any run shows
 * of any rule counts: a leak is found by the run that leaks, whatever it was about.
 *
 * <p>Hook channels are certified by a chapter of their own, in the same way, with less: {@code
 * ChannelCertifier} runs {@code ChannelTrial}s on a {@code ChannelTestBench}, which has a receiver and the wire
 * before it.
 *
 * <p>An adapter author needs {@link io.cloudadapter.testkit.certify.AdapterUnderTest}, {@link
 * io.cloudadapter.testkit.certify.TestCloud} and {@link io.cloudadapter.testkit.certify.TestCloudConsole}; the
 * author of a channel {@link io.cloudadapter.testkit.certify.ChannelUnderTest} and {@link
 * io.cloudadapter.testkit.certify.TestReceiver}.
 */
@NullMarked
package io.cloudadapter.testkit.certify;

import org.jspecify.annotations.NullMarked;
