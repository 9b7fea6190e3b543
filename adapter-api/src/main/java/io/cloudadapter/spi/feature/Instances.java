package io.cloudadapter.spi.feature;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.Instance;
import io.cloudadapter.api.cloud.SshKey;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import java.util.List;
import java.util.Optional;

/**
 * The power to tell of all machines of an account, whoever made them, by name. Errors of reads have effect
 * NONE. A machine that is not there is an empty answer, never an error, and an error is never an empty answer:
 * whoever asks may take a machine that is not there for gone, and forget it.
 */
public interface Instances {

  /**
   * All machines that exist, stopped ones among them. Follows every page.
   *
   * @param call time, cancellation, budget
   * @return the machines in an order that stays the same
   * @throws CloudException if not all of them could be read
   */
  List<Instance> all(CallContext call);

  /**
   * The machine of a name. Looks through all of them unless overridden.
   *
   * @param name the cloud's name, literally
   * @param call time, cancellation, budget
   * @return the machine, or empty if there is none; if there are several, the first
   * @throws CloudException if it could not be asked
   */
  default Optional<Instance> named(String name, CallContext call) {
    return all(call).stream().filter(instance -> instance.name().equals(name)).findFirst();
  }

  /**
   * The machine that answers to a host name, see {@link Instance#answersTo}; one that calls itself so goes
   * before one that is only named so. Looks through all of them unless overridden.
   *
   * @param hostName a host name, in any case of letters
   * @param call time, cancellation, budget
   * @return the machine, or empty if there is none
   * @throws CloudException if it could not be asked
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
   * The machine of an id. Looks through all of them unless overridden.
   *
   * @param id which
   * @param call time, cancellation, budget
   * @return the machine, or empty if there is none or it has ended for good
   * @throws CloudException if it could not be asked
   */
  default Optional<Instance> identified(MachineId id, CallContext call) {
    return all(call).stream().filter(instance -> instance.id().equals(id)).findFirst();
  }

  /**
   * Lets a user sign in by a key, on every machine that runs. Repeating is harmless. Never logs the key.
   *
   * @param key the user and the key
   * @param call time, cancellation, budget
   * @return true if every one of them took it, false if some did not
   * @throws CloudException UNSUPPORTED if this cloud cannot; or if it did not accept, or that cannot be told
   */
  boolean addSshKey(SshKey key, CallContext call);
}
