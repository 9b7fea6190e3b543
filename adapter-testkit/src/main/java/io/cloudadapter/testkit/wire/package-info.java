/**
 * The fault proxy: a loopback proxy between an adapter and its cloud that sees every exchange and can
 * spoil any one of them.
 *
 * <pre>
 *   adapter ──HTTP(S)──► FaultProxy ──HTTP(S)──► cloud (a fake, an emulator, the real one)
 *      ▲                   │   ▲
 *      │ callBegins/Ends   │   └── plan: FaultInjection(LOST_REPLY, exchange 3)
 *      your rule ◄─────────┘ exchanges, strikes, decoyed
 * </pre>
 *
 * <p>A rule is run once clean, with {@link io.cloudadapter.testkit.wire.FaultProxy#plan} of nothing; its
 * {@link io.cloudadapter.testkit.wire.RecordedExchange exchanges} are numbered from 1. Then it is run again with
 * one {@link io.cloudadapter.testkit.wire.WireFault} at each of them: before the cloud saw the request,
 * after it acted on it, in the middle of the reply. What an adapter reports and does then decides
 * whether a lost reply costs a second machine.
 *
 * <p>A fault that did not strike proves nothing: {@link
 * io.cloudadapter.testkit.wire.FaultProxy#strikes} returns those that did. {@link
 * io.cloudadapter.testkit.wire.ErrorDialect} gives the proxy the error bodies of a cloud; without one it writes
 * plain JSON.
 *
 * <p>The proxy is made of plain sockets, since it must cut a reply at any byte and refuse connections on
 * a port that it keeps; it uses HTTP/1.1 on both sides, opens a connection to the cloud for each request
 * (so that nothing is ever sent twice), and writes requests and replies anew: bodies keep their bytes, but
 * the absolute addresses of known clouds in replies become those of the proxy.
 *
 * <p>Start with {@link io.cloudadapter.testkit.wire.FaultProxy}.
 */
@NullMarked
package io.cloudadapter.testkit.wire;

import org.jspecify.annotations.NullMarked;
