/**
 * The interfaces that an adapter for a cloud implements, with everything that it needs.
 *
 * <pre>
 *   MachineProviderFactory ──open──► MachineProvider ──► your cloud's API
 *      name, config keys               profile   constants that you promise
 *                                      identity  whose account is this?
 *                                      prepare   look up and prepare a launch    (reads only)
 *                                      launch    make up to n machines of a key
 *                                      list      stream what is there            (reads only)
 *                                      terminate end one machine
 *                                      feature   optional features: Adoption, Labeling, Reboot,
 *                                                Snapshots, StartStop, Instances, LoadBalancers,
 *                                                LoadBalancerRegistration, Zones, Clusters, Routes,
 *                                                MachineSizeCatalog, Quotas, BatchTerminate,
 *                                                SpotNotices, MachineGroup, GroupLifecycleHooks,
 *                                                LaunchOperations, MachineResources, ImageResolver,
 *                                                LoadBalancerHealth, InstanceStatus
 * </pre>
 *
 * <h2>Writing an adapter</h2>
 *
 * <ol>
 * <li>Implement {@link io.cloudadapter.spi.MachineProviderFactory}. Declare the configuration in a {@link
 *     io.cloudadapter.spi.config.ConfigSpec}; the core then refuses unknown keys, wrong values and missing ones, all
 *     at once. Name the class in {@code META-INF/services} and, on the module path, with {@code provides} in
 *     {@code module-info}.
 * <li>Implement {@link io.cloudadapter.spi.MachineProvider}: the six methods above. All block, may be called by any
 *     number of threads at once, and throw only {@link io.cloudadapter.spi.CloudException}.
 *   <li>Declare your cloud's bounds in a {@link io.cloudadapter.spi.ProviderProfile}. They are promises:
 *       how long a call may take, how long the cloud may act on a request after that, how long a list
 *       may lag. If in doubt, declare longer.
 *   <li>Map every error of your cloud to a kind, an effect and a scope (below).
 * </ol>
 *
 * <h2>Rules that protect the user's money</h2>
 *
 * <ul>
 *   <li><b>Marks are atomic.</b> Pool, incarnation and launch key are set in the very request that
 *       creates the machine, never by a second call; see {@link io.cloudadapter.spi.OwnershipMarks}.
 * <li><b>Never retry a write.</b> One call sends at most one request that creates, ends or marks. Switch off the
 *     retries of SDKs and HTTP clients. The core retries when that is safe. The one exception: after the cloud
 *     refused expired credentials, renew them and send the request once more. Reads may be repeated at once; do not
 *     wait in a call: throw, and the core retries later.
 * <li><b>An error is never an empty list.</b> Report what you could not read as an exception, or as a {@link
 *     io.cloudadapter.spi.ListGap} in an incomplete {@link io.cloudadapter.spi.ListResult}.
 * <li><b>Effect NONE only if you can prove it.</b> A refusal that the cloud wrote before it did anything, or a
 *     connection that was never made, is NONE. A time-out, a reset or a 5xx after the request was sent is UNKNOWN.
 * <li><b>A read changes nothing</b>, so all its errors have effect NONE, time-outs included.
 *   <li><b>Names are labels.</b> A machine is its id. If your cloud reuses ids, make them {@code
 *       name@birth}.
 * <li><b>Observe the rate limit.</b> Call {@link io.cloudadapter.spi.CallContext#acquire} before each exchange with
 *     the cloud, every page included.
 * <li><b>No clock, no random numbers and no sleep of your own.</b> They come with the {@link
 *     io.cloudadapter.spi.ProviderEnvironment}.
 * </ul>
 *
 * <h2>Errors, and the core's reaction</h2>
 *
 * <table> <caption>Kind, usual effect of a write, and the core's reaction. "Settles" means: keeps the launch open,
 * looks for its machines in complete lists, and gives it up only after call time-out + late acceptance + list lag and
 * three empty lists (or sends the same bytes again under the same key, where the cloud recognises keys).</caption>
 *   <tr><th>kind</th><th>effect</th><th>on launch</th><th>on terminate, list and others</th></tr>
 *   <tr><td>INVALID</td><td>NONE</td><td>gives the launch up, raises BAD_LAUNCH, backs off</td>
 *       <td>raised; tried again with back-off</td></tr>
 *   <tr><td>UNAUTHENTICATED</td><td>NONE</td><td>gives it up, pauses the account's launches, raises
 *       CLOUD</td><td>no evidence of anything; tried again with back-off</td></tr>
 *   <tr><td>DENIED</td><td>NONE</td><td>as UNAUTHENTICATED</td><td>on terminate also holds launches,
 *       so that no machine is made that cannot be ended</td></tr>
 *   <tr><td>NOT_FOUND</td><td>NONE</td><td>as INVALID</td><td>on terminate: the machine still has to be
 *       absent from complete lists; on adoption: no such machine</td></tr>
 *   <tr><td>CONFLICT</td><td>NONE</td><td>never takes another key at once: KEY_SPENT, KEY_MISMATCH and
 *       NAME_TAKEN settle and raise; BUSY backs off</td><td>FOREIGN on adoption: refused to the caller;
 *       BUSY: tried again</td></tr>
 *   <tr><td>UNSUPPORTED</td><td>NONE</td><td>as INVALID</td><td>refused to the caller</td></tr>
 *   <tr><td>QUOTA</td><td>NONE</td><td>gives it up, parks launches in its scope for 10 minutes or more,
 *       raises QUOTA; terminations go on</td><td>tried again with back-off</td></tr>
 *   <tr><td>CAPACITY</td><td>NONE</td><td>gives it up, cools the scope down, takes another zone if the
 *       pool names some; widens on repetition</td><td>tried again with back-off</td></tr>
 *   <tr><td>THROTTLED</td><td>NONE</td><td>gives it up; launches again under a new key after
 *       retryAfter or back-off with jitter; slows the whole account</td><td>tried again after
 *       that</td></tr>
 *   <tr><td>UNAVAILABLE</td><td>UNKNOWN once sent</td><td>settles</td><td>tried again with back-off</td></tr>
 *   <tr><td>TIMEOUT</td><td>UNKNOWN once sent</td><td>settles</td><td>tried again with back-off</td></tr>
 *   <tr><td>CANCELLED</td><td>UNKNOWN once sent</td><td>settles</td><td>tried again with back-off</td></tr>
 *   <tr><td>UNCLASSIFIED</td><td>UNKNOWN</td><td>settles, raises CLOUD</td><td>tried again with
 *       back-off</td></tr>
 * </table>
 *
 * <p>Any other exception from an adapter counts as UNCLASSIFIED with effect UNKNOWN. An UNKNOWN of any kind settles;
 * a NONE on the second or a later sending of a key proves nothing about the first, and settles as well.
 */
@NullMarked
package io.cloudadapter.spi;

import org.jspecify.annotations.NullMarked;
