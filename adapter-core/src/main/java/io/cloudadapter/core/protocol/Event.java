package io.cloudadapter.core.protocol;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.api.cloud.LoadBalancerName;
import io.cloudadapter.api.health.HealthReport;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.LaunchKey;
import io.cloudadapter.spi.LaunchOperation;
import io.cloudadapter.spi.LaunchProgress;
import io.cloudadapter.spi.LaunchResult;
import io.cloudadapter.spi.MachineSighting;
import io.cloudadapter.spi.ResourceSighting;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/** Something that the keeper learns: a command, a list, a reply, a tick. */
public sealed interface Event {

  /** Time has passed. */
  record Tick() implements Event {}

  /** A caller has sent a command. */
  record Asked(Command command, CommandSender caller) implements Event {}

  /** The account that the credentials reach, or why it could not be read. */
  record Identified(Optional<String> identity, Optional<CloudException> error) implements Event {}

  /**
   * A list of the pool has ended.
   *
   * @param started when it began
   * @param sightings what was seen, also if it failed
   * @param complete whether absence counts
   * @param error why it failed, if it did
   */
  record Listed(
      Moment started,
      List<MachineSighting> sightings,
      boolean complete,
      Optional<CloudException> error)
      implements Event {}

  /**
   * A look-up of some machines by id has ended.
   *
   * @param started when it began
   * @param asked which ones
   * @param sightings what was seen
   * @param complete whether those not seen are not there
   * @param error why it failed, if it did
   */
  record Described(
      Moment started,
      Set<MachineId> asked,
      List<MachineSighting> sightings,
      boolean complete,
      Optional<CloudException> error)
      implements Event {}

  /**
   * The name of an image was resolved, or could not be.
   *
   * @param image the name
   * @param id the id of the image
   * @param error why it could not be resolved
   */
  record ImageResolved(String image, Optional<String> id, Optional<CloudException> error)
      implements Event {}

  /**
   * A launch was prepared, or could not be.
   *
   * @param zone in which zone
   * @param profile under which launch configuration
   * @param launch the only launch that it is for, if that has values of its own
   * @param asker which keeper has asked: an earlier one of the process had another configuration
   * @param frozen the sealed request
   * @param error why it could not be frozen
   */
  record Prepared(
      Optional<String> zone,
      int profile,
      Optional<LaunchKey> launch,
      long asker,
      Optional<String> frozen,
      Optional<CloudException> error)
      implements Event {}

  /**
   * A launch call has returned.
   *
   * @param key which launch
   * @param attempt which sending
   * @param result what was made
   * @param error or why not; neither if a group got its target
   */
  record Launched(
      LaunchKey key, int attempt, Optional<LaunchResult> result, Optional<CloudException> error)
      implements Event {}

  /**
   * How far a launch has come that the cloud runs as an operation; answers {@link Effect.Check}.
   *
   * @param key the launch's key
   * @param operation the operation
   * @param progress how far it has come; empty if reading failed
   * @param error why reading failed
   */
  record Checked(
      LaunchKey key,
      LaunchOperation operation,
      Optional<LaunchProgress> progress,
      Optional<CloudException> error)
      implements Event {}

  /**
   * A terminate call has returned.
   *
   * @param machines which machines it was to end
   * @param errors why some of them may live on
   */
  record Terminated(Set<MachineId> machines, Map<MachineId, CloudException> errors)
      implements Event {}

  /**
   * A call that makes and attaches what a machine lacks has returned.
   *
   * @param machine which machine
   * @param complete whether it has everything now
   * @param error why something could not be made
   */
  record Completed(MachineId machine, boolean complete, Optional<CloudException> error)
      implements Event {}

  /**
   * A list of the pool's resources beside machines has ended.
   *
   * @param started when it began
   * @param resources what was seen, also if it failed
   * @param complete whether it has read everything
   * @param error why it failed, if it did
   */
  record ResourcesListed(
      Moment started,
      List<ResourceSighting> resources,
      boolean complete,
      Optional<CloudException> error)
      implements Event {}

  /**
   * A call that ends a resource has returned.
   *
   * @param resource which resource
   * @param error why it may still be there
   */
  record Released(ResourceSighting resource, Optional<CloudException> error) implements Event {}

  /**
   * The machines behind a load balancer, or why they could not be read.
   *
   * @param balancer which load balancer
   * @param started when the look began
   * @param machines who is
   * @param error why they could not be read
   */
  record LookedBehind(
      LoadBalancerName balancer,
      Moment started,
      Set<MachineId> machines,
      Optional<CloudException> error)
      implements Event {}

  /**
   * What a load balancer or the cloud has found out about machines, or why it could not be read.
   *
   * @param balancer which load balancer; empty for the cloud's instance status
   * @param asker which keeper has asked: an earlier one of the process had other settings
   * @param reports what was found, with the cloud's words
   * @param error why it could not be read
   */
  record HealthRead(
      Optional<LoadBalancerName> balancer,
      long asker,
      List<HealthReport> reports,
      Optional<CloudException> error)
      implements Event {
    /** Copies the list. */
    public HealthRead {
      reports = List.copyOf(reports);
    }
  }

  /**
   * A registration or a deregistration of machines has ended.
   *
   * @param balancer which load balancer
   * @param machines which machines
   * @param in whether they were put there
   * @param error why not
   */
  record Registered(
      LoadBalancerName balancer,
      Set<MachineId> machines,
      boolean in,
      Optional<CloudException> error)
      implements Event {}

  /** A mark call has returned. */
  record Marked(MachineId machine, Optional<CloudException> error) implements Event {}

  /**
   * A hook message has reached its receiver, or not.
   *
   * @param hook the name of the hook
   * @param token of which pause
   * @param error why it was not, if it was not
   */
  record Told(String hook, UUID token, Optional<String> error) implements Event {}

  /**
   * The call of an action has returned.
   *
   * @param action which
   * @param epoch of which attempt
   * @param progress what it did
   * @param error or why not
   */
  record Acted(
      UUID action, int epoch, Optional<ActionProgress> progress, Optional<CloudException> error)
      implements Event {}

  /**
   * A call has returned that starts or stops a machine of the warm pool; answers {@link Effect.Power}.
   *
   * @param machine which machine
   * @param on whether it was to be started
   * @param progress what was done
   * @param error or why not
   */
  record Powered(
      MachineId machine,
      boolean on,
      Optional<ActionProgress> progress,
      Optional<CloudException> error)
      implements Event {}

  /**
   * A probe of an attempt has ended.
   *
   * @param action which
   * @param epoch of which attempt
   * @param asked when, as {@link Effect.Probe} says
   * @param progress what it did, as far as the cloud shows
   * @param error why it could not be read
   */
  record Probed(
      UUID action,
      int epoch,
      long asked,
      Optional<ActionProgress> progress,
      Optional<CloudException> error)
      implements Event {}

  /** An unmark call has returned. */
  record Unmarked(MachineId machine, Optional<CloudException> error) implements Event {}
}
