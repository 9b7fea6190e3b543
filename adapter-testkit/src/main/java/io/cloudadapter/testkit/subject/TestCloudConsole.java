package io.cloudadapter.testkit.subject;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.MachineSize;
import io.cloudadapter.api.cloud.Route;
import io.cloudadapter.api.cloud.SshKey;
import io.cloudadapter.api.health.HealthVerdict;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.LaunchSpec.Market;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The back door of a test cloud: it shows the truth without lag, and provokes what an adapter cannot ask for. Where
 * the console lacks an ability, it returns false or throws {@link UnsupportedOperationException}; the rules that need
 * it are then untested, with that reason. Where the cloud itself lacks an ability, it throws {@link
 * UnsupportedByCloudException}; the rules about it are then not claimed.
 */
public interface TestCloudConsole {

  /**
   * Returns everything that exists, and what ended for as long as the cloud shows it.
   *
   * @return machines and what lies beside them, as they are now
   */
  List<CloudResource> resources();

  /**
   * Lets a machine end for good, without a request of the adapter.
   *
   * @param machine which
   */
  default void kill(MachineId machine) {
    throw new UnsupportedOperationException("machines cannot be ended from outside");
  }

  /**
   * Lets a machine stop, without a request of the adapter: it exists, and does nothing.
   *
   * @param machine which
   */
  default void stop(MachineId machine) {
    throw new UnsupportedOperationException("machines cannot be stopped from outside");
  }

  /**
   * Makes a running machine for another owner.
   *
   * @param tags its tags, maybe such as our marks are
   * @return its id
   */
  default MachineId create(Map<String, String> tags) {
    throw new UnsupportedOperationException("machines cannot be made from outside");
  }

  /**
   * Has the cloud give numbers as ids from now on, one after the other, the first of them odd and beyond 2^53.
   */
  default void numberIds() {
    throw new UnsupportedByCloudException("the ids of the test cloud's machines are no numbers");
  }

  /**
   * Has the cloud give its id of a machine that has ended to the next one that it makes, from now on. The ids of
   * {@link #resources} are as the adapter shows them, with what it adds to tell machines apart.
   */
  default void reuseIds() {
    throw new UnsupportedByCloudException("the test cloud gives no id to a second machine");
  }

  /**
   * Shows a machine in a state that the adapter has never heard of.
   *
   * @param machine which
   */
  default void showUnknownState(MachineId machine) {
    throw new UnsupportedOperationException("no unknown state can be shown");
  }

  /**
   * Accepts the next launch, and has its machine fail afterwards.
   *
   * @param kind CAPACITY or QUOTA
   */
  default void failLater(CloudException.Kind kind) {
    throw new UnsupportedOperationException("no launch can fail later");
  }

  /**
   * Refuses launches from now on.
   *
   * @param kind CAPACITY or QUOTA
   */
  default void refuseLaunches(CloudException.Kind kind) {
    throw new UnsupportedOperationException("launches cannot be refused");
  }

  /** Makes a part of the cloud unreachable: lists have a gap from now on. */
  default void hidePart() {
    throw new UnsupportedOperationException("no part of the cloud can be hidden");
  }

  /**
   * Lets each page of a list hold fewer machines from now on, as busy clouds do, also in lists that are under way;
   * {@link #heal} takes that back.
   */
  default void shrinkPages() {
    throw new UnsupportedOperationException("the pages of lists cannot be made smaller");
  }

  /**
   * Gives the name of an image to another one, as when its next version is published; the old one remains. Does
   * nothing where launches name images by what never changes.
   *
   * @param name the image of the sample
   */
  default void moveImage(String name) {
    throw new UnsupportedOperationException("an image's name cannot be given to another image");
  }

  /**
   * An image's name that launches may have, and that {@link #moveImage} can move, for clouds whose sample names no
   * image.
   *
   * @return the name; empty if there is none
   */
  default Optional<String> imageName() {
    return Optional.empty();
  }

  /** The cloud forgets every launch operation that has ended, as clouds do some days later. */
  default void forgetOperations() {
    throw new UnsupportedOperationException("the cloud forgets no operation");
  }

  /**
   * Which image a name stands for by now.
   *
   * @param name the image of the sample
   * @return a text as {@link #imageOf} returns it
   */
  default String imageNamed(String name) {
    throw new UnsupportedOperationException("this console cannot read which image a name has");
  }

  /**
   * Changes the catalog: adds a zone or a size, or changes one; {@link #heal} takes that back.
   */
  default void changeCatalog() {
    throw new UnsupportedOperationException("the catalog cannot be changed");
  }

  /**
   * Which image a machine was made from.
   *
   * @param machine which
   * @return a text that distinguishes images with equal names: the image's id
   */
  default String imageOf(MachineId machine) {
    throw new UnsupportedOperationException("this console cannot read the image of a machine");
  }

  /**
   * In which market a machine was bought.
   *
   * @param machine which
   * @return the truth; where this is lacking, what the adapter shows is believed
   */
  default Market marketOf(MachineId machine) {
    throw new UnsupportedOperationException("this console cannot read the market of a machine");
  }

  /**
   * In which zone a machine is.
   *
   * @param machine which
   * @return the zone, by the name that launches use
   */
  default String zoneOf(MachineId machine) {
    throw new UnsupportedOperationException("this console cannot read the zone of a machine");
  }

  /**
   * Of which size a machine is.
   *
   * @param machine which
   * @return the size, by the name that launches use
   */
  default String sizeOf(MachineId machine) {
    throw new UnsupportedOperationException("this console cannot read the size of a machine");
  }

  /**
   * When a machine was launched, as the cloud shows it to its users.
   *
   * @param machine which
   * @return the moment, to the second or better
   */
  default Instant launchTimeOf(MachineId machine) {
    throw new UnsupportedOperationException("this console cannot read when a machine was launched");
  }

  /**
   * The public addresses of a machine, as the cloud shows them to its users by now.
   *
   * @param machine which
   * @return IPv4 and IPv6, in any order
   */
  default List<String> publicIpsOf(MachineId machine) {
    throw new UnsupportedOperationException("this console cannot read the addresses of a machine");
  }

  /**
   * The private addresses of a machine, as {@link #publicIpsOf}.
   *
   * @param machine which
   * @return IPv4 and IPv6, in any order
   */
  default List<String> privateIpsOf(MachineId machine) {
    throw new UnsupportedOperationException("this console cannot read the addresses of a machine");
  }

  /**
   * Which user data a machine was given.
   *
   * @param machine which
   * @return as the machine's own programs read it; empty if it was given none
   */
  default String userDataOf(MachineId machine) {
    throw new UnsupportedOperationException("this console cannot read the user data of a machine");
  }

  /**
   * What a machine was given of its pool's template.
   *
   * @param machine which
   * @return the template's keys with the values that hold for this machine, as far as anybody can tell
   */
  default Map<String, String> templateOf(MachineId machine) {
    throw new UnsupportedOperationException(
        "this console cannot read what a machine has of a template");
  }

  /**
   * Returns how many requested reboots of a machine have happened. One that is under way does not count yet.
   *
   * @param machine which
   * @return 0 or more
   */
  default int rebootsOf(MachineId machine) {
    throw new UnsupportedOperationException("this console cannot count the reboots of a machine");
  }

  /**
   * Whether a machine is stopped: it exists, and does nothing. On its way there it is not yet.
   *
   * @param machine which
   * @return the truth, without lag
   */
  default boolean isStopped(MachineId machine) {
    throw new UnsupportedOperationException(
        "this console cannot read whether a machine is stopped");
  }

  /**
   * The snapshots of a machine that are there, whole. They may outlive it, so they are not among the {@link
   * #resources}.
   *
   * @param machine which
   * @return their ids, in the form that the adapter uses
   */
  default List<String> snapshotsOf(MachineId machine) {
    throw new UnsupportedOperationException("this console cannot read the snapshots of a machine");
  }

  /**
   * To what a machine has been brought back.
   *
   * @param machine which
   * @return the ids of the snapshots, in the order in which it was
   */
  default List<String> restoresOf(MachineId machine) {
    throw new UnsupportedOperationException(
        "this console cannot read to which snapshots a machine was restored");
  }

  /**
   * Guards a machine against its end, as people do by mistake; {@link #heal} takes that back.
   *
   * @param machine which
   */
  default void guard(MachineId machine) {
    throw new UnsupportedOperationException("nothing guards a machine against its end");
  }

  /**
   * Lets the cloud announce, in its usual way, that it takes a machine back in two minutes. The cloud need not do it,
   * and the machine need not be of the spot market.
   *
   * @param machine which
   */
  default void takeBack(MachineId machine) {
    throw new UnsupportedOperationException("the cloud takes no machine back");
  }

  /** Puts something that is no notice where the notices of {@link #takeBack} are. */
  default void putForeignNotice() {
    throw new UnsupportedOperationException("nothing can be put among notices");
  }

  /**
   * Has groups hold every machine that comes or goes from now on, in a way that the adapter's configuration leaves to
   * it to answer; {@link #heal} takes that back.
   *
   * @param span how long a machine waits without an answer
   */
  default void holdMachines(Duration span) {
    throw new UnsupportedOperationException("groups hold no machines");
  }

  /**
   * Lets a group end one of its machines without a request, and make another one.
   *
   * @param machine which
   */
  default void dropFromGroup(MachineId machine) {
    throw new UnsupportedOperationException("a group cannot be made to end a machine");
  }

  /**
   * The load balancers that are there, also those in preparation. They may outlive machines, so {@link #resources} has
   * none.
   *
   * @return what each was asked for last; two of one name if there are two
   */
  default List<LoadBalancerSpec> loadBalancers() {
    throw new UnsupportedOperationException("this console cannot read the load balancers");
  }

  /**
   * Has the checks of all load balancers find a machine behind them in this health from now on.
   *
   * @param machine which
   * @param verdict OK, BAD, or CANNOT_TELL for one that is not checked, or not yet
   */
  default void setLoadBalancerHealth(MachineId machine, HealthVerdict verdict) {
    throw new UnsupportedOperationException("what load balancers find cannot be set");
  }

  /**
   * Has the cloud's own checks find a machine in this health from now on.
   *
   * @param machine which
   * @param verdict OK, BAD for an impaired one, or CANNOT_TELL for one whose checks are not over
   */
  default void setInstanceStatus(MachineId machine, HealthVerdict verdict) {
    throw new UnsupportedOperationException("the status of a machine cannot be set");
  }

  /**
   * The routes of all clusters. They may outlive machines, so they are not among the {@link #resources}.
   *
   * @return the truth, without lag
   */
  default List<Route> routes() {
    throw new UnsupportedOperationException("this console cannot read the routes");
  }

  /**
   * The sizes on offer.
   *
   * @return the truth, in any order
   */
  default List<MachineSize> sizes() {
    throw new UnsupportedOperationException("this console cannot read the machine sizes");
  }

  /**
   * Sets the account's quota so that it has room for so many more machines of the sample's size; {@link #heal} takes
   * that back.
   *
   * @param machines 0 or more
   */
  default void leaveRoom(int machines) {
    throw new UnsupportedOperationException("the quota cannot be set");
  }

  /**
   * Returns the keys with which users may sign in on a machine.
   *
   * @param machine which
   * @return each as often as it is there
   */
  default List<SshKey> sshKeysOf(MachineId machine) {
    throw new UnsupportedOperationException("this console cannot read the keys of a machine");
  }

  /**
   * Returns what the cloud promises of its own times.
   *
   * @return as its documentation has them, and as a fake uses them to the full
   */
  default CloudPromises promises() {
    throw new UnsupportedByCloudException("this console does not tell what the cloud promises");
  }

  /**
   * Counts requests and machines from now on, as the cloud does in truth, for a fake that lets any number of them pass
   * otherwise. Lasts.
   */
  default void meter() {}

  /** Has the credentials reach another account. */
  default void switchAccount() {
    throw new UnsupportedOperationException("the account cannot be switched");
  }

  /** Makes the credentials that were handed out so far expire. */
  default void expireCredentials() {
    throw new UnsupportedOperationException("credentials cannot expire");
  }

  /**
   * Ends what was provoked here and lasts: hidden parts, refused launches, moved images, another account. Called after
   * each run, before its leftovers are ended. Machines that stopped, failed or show an unknown state stay as they are.
   */
  default void heal() {}
}
