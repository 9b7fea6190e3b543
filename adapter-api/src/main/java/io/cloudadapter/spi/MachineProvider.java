package io.cloudadapter.spi;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.Labeling;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * One account of one cloud, as the core sees it.
 *
 * <p><b>Threads.</b> Every method may be called by any thread at any time, several at once; one slow call
 * must not hold up another. Calls block; each must return by the time that its {@link CallContext} allows,
 * whether or not interrupts are heeded, and promptly when the context is cancelled or the thread is
 * interrupted (with CANCELLED).
 *
 * <p><b>Errors.</b> Only {@link CloudException}; the table in {@link io.cloudadapter.spi} says what the
 * core does with each. Use after {@link #close} throws {@link IllegalStateException}.
 */
public interface MachineProvider extends AutoCloseable {

  /**
   * What this adapter promises about its cloud. Does no I/O.
   *
   * @return constants, the same at each call
   */
  ProviderProfile profile();

  /**
   * Which account these credentials really reach: a project or account id as the cloud names it. Asked at the
   * start, about once a minute, and when many machines vanish. The core
   * keeps the first answer in its ledger and freezes the pool when a later one differs, since an empty
   * list from a wrong project looks like a pool that vanished.
   *
   * @param call time, cancellation, budget
   * @return an id that is stable over the life of the account, 1 to 256 characters, not secret
   */
  String identity(CallContext call);

  /**
   * Looks up and checks everything that a launch needs (image and network names, sizes), and freezes it.
   * Reads only. Afterwards the launch depends on nothing but the frozen bytes: a later sending of the same
   * request must say the same to the cloud, whatever has changed meanwhile.
   *
   * @param spec what to launch; carries the pool and incarnation marks, no key
   * @param call time, cancellation, budget
   * @return the frozen request
   * @throws CloudException INVALID, NOT_FOUND or UNSUPPORTED if such a machine cannot be launched here;
   *     UNSUPPORTED for what this cloud cannot express at all, such as user data or a market
   */
  PreparedLaunch prepare(LaunchSpec spec, CallContext call);

  /**
   * Makes up to {@code count} machines that answer to a key. Returns once the cloud has accepted, without
   * waiting for them to run. Sends at most one request that creates.
   *
   * <p>The core calls this again with the same frozen request, key and count when it cannot know the
   * outcome, but only if {@link ProviderProfile#keySupport()} says that the cloud remembers keys; the cloud then
   * answers with the same machines (TOKEN), or refuses with NAME_TAKEN (NAME), and makes no further ones.
   * When all machines of a key have ended for good, the answer is KEY_SPENT; when only some have, all are
   * returned, the ended ones as TERMINATED. Another request or count under a key is KEY_MISMATCH.
   *
   * @param request from {@link #prepare}, maybe of an earlier process
   * @param key goes onto each machine as its mark, and to the cloud as its idempotency token where it has
   *     one
   * @param count 1 to {@link ProviderProfile#maxPerKey()}
   * @param call time, cancellation, budget
   * @return the machines made, at least one and at most {@code count}; fewer means that the rest was
   *     refused for good
   * @throws CloudException if nothing was made (effect NONE), or if that cannot be told (UNKNOWN)
   */
  LaunchResult launch(PreparedLaunch request, LaunchKey key, int count, CallContext call);

  /**
   * Streams what the cloud shows. Reads only, and follows every page. Where pages are numbered, a machine that
   * ends meanwhile shifts the rest: read again until two readings agree, or return a partial result.
   *
   * <p>A machine passed to the sink counts as seen whatever happens afterwards. Absence counts only if the
   * result is complete. Machines that were ended should be shown for as long as the cloud shows them, as
   * TERMINATED; a machine whose launch failed later, as REJECTED with its failure. A state that the
   * adapter does not know is never TERMINATED; use {@link MachineSighting.Builder#stateUnknown()}.
   *
   * @param query all machines of a pool, some by id, or some by key
   * @param sink takes each machine once, on the calling thread; duplicates are harmless
   * @param call time, cancellation, budget
   * @return whether everything that the query asks for was seen, and which gaps are known
   * @throws CloudException if reading failed, always with effect NONE; what the sink has got remains valid.
   *     INVALID if the query names more than {@link ProviderProfile#maxIdsPerList()}.
   */
  ListResult list(ListQuery query, Consumer<? super MachineSighting> sink, CallContext call);

  /**
   * Ends one machine, in whatever state it is: pending, stopped, in error. A normal return means that it
   * will end, or that it is not there any more: an unknown id returns normally. (NOT_FOUND is understood
   * the same way, for adapters that cannot tell.) Repeating is harmless. Must never end another machine,
   * never shrink a group by count, and should release what the launch made beside the machine.
   *
   * @param machine which one
   * @param call time, cancellation, budget
   * @throws CloudException if the cloud did not accept, or if that cannot be told
   */
  void terminate(MachineId machine, CallContext call);

  /**
   * An optional power of this adapter, by its type: {@link Adoption}, {@link Labeling}.
   *
   * @param type the feature's interface
   * @param <F> the feature
   * @return the feature, or empty if this adapter lacks it or does not know the type; the same at each
   *     call, without I/O
   */
  default <F> Optional<F> feature(Class<F> type) {
    return Optional.empty();
  }

  /**
   * The ways into the account's queues and topics, by which hooks of its pools may tell their receivers. The feature
   * {@link HookChannel} unless overridden, as by a cloud that has several.
   *
   * @return the channels, each of another name; the same at each call, without I/O
   */
  default List<HookChannel> channels() {
    return feature(HookChannel.class).stream().toList();
  }

  /**
   * Frees everything within 5 seconds. Calls in flight end with CANCELLED, effect UNKNOWN if they had sent
   * something that writes. May be called again.
   */
  @Override
  default void close() {}
}
