package io.cloudadapter.spi.feature;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.Instance;
import io.cloudadapter.api.cloud.SshKey;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import java.util.List;
import java.util.Optional;

/**
 * The feature that finds all machines of an account by name, including those that no pool owns. Errors of reads have
 * effect NONE. A machine that does not exist is an empty answer, never an error, and an error is never an empty
 * answer, because callers may forget a machine that does not exist.
 */
public interface Instances {

  /**
   * Returns all machines that exist, stopped ones included. Follows every page.
   *
   * @param call deadline, rate limit and cancellation of this call
   * @return the machines in an order that stays the same
   * @throws CloudException if not all of them could be read
   */
  List<Instance> all(CallContext call);

  /**
   * Returns the machine of a name. Searches all of them unless overridden.
   *
   * @param name the cloud's name, literally
   * @param call deadline, rate limit and cancellation of this call
   * @return the machine, or empty if there is none; the first if there are several
   * @throws CloudException if it could not be read
   */
  default Optional<Instance> named(String name, CallContext call) {
    return all(call).stream().filter(instance -> instance.name().equals(name)).findFirst();
  }

  /**
   * Returns the machine with a host name, see {@link Instance#answersTo}; a machine whose own host name it is goes
   * before one whose cloud name it is. Searches all of them unless overridden.
   *
   * @param hostName a host name; case does not matter
   * @param call deadline, rate limit and cancellation of this call
   * @return the machine, or empty if there is none
   * @throws CloudException if it could not be read
   */
  default Optional<Instance> hosted(String hostName, CallContext call) {
    List<Instance> answering =
        all(call).stream().filter(instance -> instance.answersTo(hostName)).toList();
    return answering.stream()
        .filter(instance -> instance.hostName().equalsIgnoreCase(hostName))
        .findFirst()
        .or(() -> answering.stream().findFirst());
  }

  /**
   * Returns the machine of an id. Searches all of them unless overridden.
   *
   * @param id the machine's id
   * @param call deadline, rate limit and cancellation of this call
   * @return the machine, or empty if there is none or it has ended for good
   * @throws CloudException if it could not be read
   */
  default Optional<Instance> identified(MachineId id, CallContext call) {
    return all(call).stream().filter(instance -> instance.id().equals(id)).findFirst();
  }

  /**
   * Installs a key with which a user may sign in, on every machine that runs. A repetition is harmless. Never logs
   * the key.
   *
   * @param key the user and the key
   * @param call deadline, rate limit and cancellation of this call
   * @return true if every machine accepted it, false if some did not
   * @throws CloudException UNSUPPORTED if this cloud cannot do it; otherwise if the cloud did not accept the request,
   *     or the outcome is unknown
   */
  boolean addSshKey(SshKey key, CallContext call);
}
