package io.cloudadapter.spi;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.Labeling;
import io.cloudadapter.spi.feature.MachineResources;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One account of one cloud, as the core uses it: the interface that every adapter implements.
 *
 * <p><b>Threads.</b> Any thread may call any method at any time, several at once; one slow call must not delay
 * another. Calls block. Each must return by the deadline of its {@link CallContext}, also where interrupts have no
 * effect, and promptly when the context is cancelled or the thread is interrupted (with CANCELLED).
 *
 * <p><b>Errors.</b> Methods throw only {@link CloudException}; the table in {@link io.cloudadapter.spi} lists the
 * core's reaction to each. Use after {@link #close} throws {@link IllegalStateException}.
 */
public interface MachineProvider extends AutoCloseable {

  /**
   * Returns the bounds that this adapter promises about its cloud. Does no I/O.
   *
   * @return constants, the same at each call
   */
  ProviderProfile profile();

  /**
   * Returns which account these credentials reach: a project or account id of the cloud. The core calls this at the
   * start, about once a minute, and when many machines disappear. It keeps the first answer in its ledger and freezes
   * the pool when a later one differs, because an empty list from a wrong project looks like a pool whose machines
   * all disappeared.
   *
   * @param call deadline, rate limit and cancellation of this call
   * @return an id that is stable over the life of the account, 1 to 256 characters, not secret
   */
  String identity(CallContext call);

  /**
   * Looks up and checks everything that a launch needs (image and network names, sizes), and fixes it in bytes. Reads
   * only. From then on the launch depends only on these bytes: a later sending must be the same request to the cloud,
   * even if names have changed meanwhile.
   *
   * @param spec what to launch; carries the pool and incarnation marks, no key
   * @param call deadline, rate limit and cancellation of this call
   * @return the prepared launch
   * @throws CloudException INVALID, NOT_FOUND or UNSUPPORTED if such a machine cannot be launched here; UNSUPPORTED
   *     for what this cloud cannot express at all, such as user data or a market
   */
  PreparedLaunch prepare(LaunchSpec spec, CallContext call);

  /**
   * Makes up to {@code count} machines that carry a key. Returns once the cloud has accepted the request, and does
   * not wait for the machines to run. Sends at most one request that creates machines, and before it only what {@link
   * MachineResources} describes.
   *
   * <p>If the outcome is unknown, the core calls this again with the same prepared launch, key and count, but only if
   * {@link ProviderProfile#keySupport()} promises that the cloud recognises keys; the cloud then answers with the
   * same machines (TOKEN), or refuses with NAME_TAKEN (NAME), and makes no further ones. If all machines of a key
   * have ended for good, the error is KEY_SPENT; if only some have, the result contains all of them, with the ended
   * ones as TERMINATED. Where only a list shows states, an ended machine may be returned as it was until {@link
   * ProviderProfile#goneWithin()} after its end. Another request or count under a key is KEY_MISMATCH.
   *
   * @param request from {@link #prepare}, possibly of an earlier process
   * @param key written onto each machine as part of its mark, and sent to the cloud as its idempotency token where it
   *     has one
   * @param count 1 to {@link ProviderProfile#maxPerKey()}
   * @param call deadline, rate limit and cancellation of this call
   * @return the machines made, at least one and at most {@code count}; fewer means that the cloud refused the rest
   *     for good. Or the operation that makes them, if the cloud decides later: the same one for the same key, for as
   *     long as the cloud honours the key.
   * @throws CloudException if nothing was made (effect NONE), or if the outcome is unknown (UNKNOWN)
   */
  LaunchResult launch(PreparedLaunch request, LaunchKey key, int count, CallContext call);

  /**
   * Streams the machines that the cloud shows. Reads only, and follows every page. If pages are numbered, a machine
   * that ends meanwhile shifts the rest: read again until two readings agree, or return a partial result.
   *
   * <p>A machine passed to the sink counts as seen, even if the list fails afterwards. Absence counts only if the
   * result is complete. Show ended machines for as long as the cloud shows them, as TERMINATED, and a machine whose
   * launch failed later as REJECTED with its failure. Never report an unrecognised state as TERMINATED; use {@link
   * MachineSightingBuilder#stateUnknown()}.
   *
   * @param query all machines of a pool, some by id, or some by key
   * @param sink gets each machine, on the calling thread; duplicates are harmless
   * @param call deadline, rate limit and cancellation of this call
   * @return whether the list read everything that the query asks for, and which gaps are known
   * @throws CloudException if reading failed, always with effect NONE; the machines that the sink has got remain
   *     valid. INVALID if the query names more than {@link ProviderProfile#maxIdsPerList()}.
   */
  ListResult list(ListQuery query, Consumer<? super MachineSighting> sink, CallContext call);

  /**
   * Ends one machine in any state: pending, stopped, in error. A normal return means that it will end, or that it no
   * longer exists: an unknown id returns normally. (NOT_FOUND means the same, for adapters that cannot distinguish.)
   * A repetition is harmless. The call must never end another machine and never shrink a group by count, and should
   * release what the launch made beside the machine, unless the adapter has {@link MachineResources}.
   *
   * @param machine the machine's id
   * @param call deadline, rate limit and cancellation of this call
   * @throws CloudException if the cloud did not accept the request, or if the outcome is unknown
   */
  void terminate(MachineId machine, CallContext call);

  /**
   * Returns an optional feature of this adapter by its type, such as {@link Adoption} or {@link Labeling}.
   *
   * @param type the feature's interface
   * @param <F> the feature
   * @return the feature, or empty if this adapter does not have it; the same at each call, without I/O
   */
  default <F> Optional<F> feature(Class<F> type) {
    return Optional.empty();
  }

  /**
   * Returns the account's queues and topics, as channels for the hook messages of its pools. This is the feature
   * {@link HookChannel}, unless an adapter for a cloud with several kinds overrides the method.
   *
   * @return the channels, each with another name; the same at each call, without I/O
   */
  default List<HookChannel> channels() {
    return feature(HookChannel.class).stream().toList();
  }

  /**
   * Frees all resources within 5 seconds. Calls under way end with CANCELLED, with effect UNKNOWN if they had sent a
   * write. May be called again.
   */
  @Override
  default void close() {}
}
