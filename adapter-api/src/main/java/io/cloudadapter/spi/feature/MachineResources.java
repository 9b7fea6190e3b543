package io.cloudadapter.spi.feature;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.ProviderProfile;
import io.cloudadapter.spi.ResourceSighting;
import java.util.function.Consumer;

/**
 * The feature for clouds where a machine needs further requests beside the one that makes it: a floating address that
 * can be attached only once the machine runs, a data disk, a boot disk that is made before the machine. The core uses
 * it so that no machine enters service without its resources, and no resource outlives its machine.
 *
 * <p><b>The safe order.</b> A process can end between any two requests, and replies can be lost:
 *
 * <ol>
 *   <li>Each resource bears the marks of its owner from the request that makes it; a mark that is set by a second
 *       request may never be set.
 *   <li>What a machine needs before it exists is made by {@link MachineProvider#launch} and marked with the launch key.
 *       A launch that is sent again under its key finds it, and makes no second one. If it surely made no machine, its
 *       effect is NONE all the same.
 *   <li>All else is made and attached by {@link #complete}, once the machine runs, and marked with the machine too.
 *   <li>At the end the machine goes first, and its resources after it: {@link MachineProvider#terminate} need not
 *       release them, and must not do so before the machine is gone.
 *   <li>The core releases what is left: what belongs to a machine that is surely gone, or to a launch that has ended
 *       and has no machine.
 * </ol>
 *
 * <p>An adapter needs this feature only if the cloud neither makes these resources with the machine in one request, nor
 * ends them with the machine.
 */
public interface MachineResources {

  /**
   * Streams the pool's resources beside machines. Reads only, and follows every page.
   *
   * <p>A resource passed to the sink counts as seen, even if the list fails afterwards; the core releases only what a
   * complete list has shown. New resources are visible within {@link ProviderProfile#visibleWithin()}, and released
   * ones are gone within {@link ProviderProfile#goneWithin()}.
   *
   * @param pool the pool whose mark they bear, of any incarnation
   * @param sink gets each resource, on the calling thread; duplicates are harmless
   * @param call deadline, rate limit and cancellation of this call
   * @return whether the list read everything, of all kinds and with the machines that they are attached to, and which
   *     gaps are known
   * @throws CloudException if reading failed, always with effect NONE
   */
  ListResult resources(PoolName pool, Consumer<? super ResourceSighting> sink, CallContext call);

  /**
   * Makes and attaches what a machine still lacks. Idempotent by machine: it finds what an earlier call has made, also
   * one of another process, and makes no second resource of a kind. What a machine needs is the same for the whole
   * account, or is written on the machine by its launch.
   *
   * <p>Use an idempotency token or a name that follows from the machine's id and the kind, if the cloud has one. If it
   * has neither, look first: after a call whose outcome is unknown, the core calls again only when {@link
   * ProviderProfile#settle()} has passed, so that the look shows what that call has made.
   *
   * @param machine a machine of the pool that runs
   * @param marks its owner, with the key of its launch; without a key if a group made it in place of another machine
   * @param call deadline, rate limit and cancellation of this call
   * @return true if the machine has all its resources; false if the cloud still works on one of them, and the next call
   *     finds what this one has made: the core calls again soon. Does not wait for the cloud.
   * @throws CloudException if something could not be made; UNKNOWN if one of its requests may have made something that
   *     the next call does not find at once. NOT_FOUND if there is no such machine, or it has ended for good.
   */
  boolean complete(MachineId machine, OwnershipMarks marks, CallContext call);

  /**
   * Detaches a resource if need be and ends it. A normal return means that it will end, or that it no longer exists. A
   * repetition is harmless. The call must never end another resource and never touch a machine.
   *
   * @param resource from {@link #resources}, possibly of an earlier process
   * @param call deadline, rate limit and cancellation of this call
   * @throws CloudException if the cloud did not accept the request, or if the outcome is unknown
   */
  void release(ResourceSighting resource, CallContext call);
}
