package io.cloudadapter.core.keeper.resource;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.core.ledger.LaunchRecord;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.spi.ResourceSighting;
import java.util.Optional;

/** Finds in the ledger whether a resource still has an owner: a machine that may be alive, or a launch under way. */
final class ResourceOwner {

  /** What the ledger shows about a resource. */
  enum Answer {
    /** Its machine is recorded as present or let go, or may still come. */
    PRESENT,
    /** Its machine has ended, or its launch has ended without a machine that it could belong to. */
    GONE,
    /** The ledger has neither its machine nor its launch, or it belongs to another incarnation of the pool. */
    UNKNOWN
  }

  private final KeeperConfig settings;
  private final Ledger ledger;

  ResourceOwner(KeeperConfig settings, Ledger ledger) {
    this.settings = settings;
    this.ledger = ledger;
  }

  Answer of(ResourceSighting resource) {
    if (resource.pool().filter(settings.config().name()::equals).isEmpty()) {
      return Answer.PRESENT;
    }
    Optional<String> machine = resource.machine().map(MachineId::value);
    if (machine.flatMap(ledger::machine).isPresent()) {
      return Answer.PRESENT;
    }
    Optional<MachineRecord> ended = machine.flatMap(ledger::endedMachine);
    if (ended.filter(ResourceOwner::livesOn).isPresent()) {
      return Answer.PRESENT;
    }
    if (resource.incarnation().filter(ledger.incarnation()::equals).isEmpty()) {
      return Answer.UNKNOWN;
    }
    if (ended.isPresent()) {
      return Answer.GONE;
    }
    Optional<LaunchRecord> launch = resource.key().flatMap(key -> ledger.launch(key.value()));
    if (launch.isEmpty()) {
      return Answer.UNKNOWN;
    }
    boolean mayBelong = launch.get().unresolved()
        || (machine.isEmpty() && launch.get().ids().stream().anyMatch(this::mayLive));
    return mayBelong ? Answer.PRESENT : Answer.GONE;
  }

  /** A machine that left the pool alive keeps its resources. */
  private static boolean livesOn(MachineRecord ended) {
    return ended.status() == Status.DETACHED;
  }

  private boolean mayLive(String id) {
    return ledger.machine(id).isPresent()
        || ledger.endedMachine(id).filter(ResourceOwner::livesOn).isPresent();
  }
}
