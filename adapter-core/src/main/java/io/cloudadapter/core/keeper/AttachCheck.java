package io.cloudadapter.core.keeper;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import io.cloudadapter.core.keeper.state.ErrorText;
import io.cloudadapter.core.keeper.state.PendingCommand;
import io.cloudadapter.core.keeper.state.SizeControl;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.MachineRecord.Status;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.MachineSighting;
import java.util.Optional;

/** Judges by what the cloud shows of a machine whether the pool may attach it, and whether the pool's mark is on it. */
final class AttachCheck {
  /** Why a machine may not be attached, and what to do. */
  record Refusal(String message, String detail) {}

  private final KeeperConfig settings;
  private final Ledger ledger;
  private final SizeControl sizes;

  AttachCheck(KeeperConfig settings, Ledger ledger, SizeControl sizes) {
    this.settings = settings;
    this.ledger = ledger;
    this.sizes = sizes;
  }

  Optional<Refusal> refusal(MachineSighting sighting) {
    if (sighting.state() != MachineState.RUNNING || !sighting.stateKnown()) {
      return Optional.of(new Refusal(
          "machine " + sighting.id() + " is " + sighting.state(),
          "Only a RUNNING machine can be attached."));
    }
    if (carriesForeignMarks(sighting)) {
      return Optional.of(new Refusal(
          "machine " + sighting.id() + " " + owner(sighting), "It must be detached there first."));
    }
    if (carriesPendingKey(sighting)) {
      return Optional.of(new Refusal(
          "machine " + sighting.id() + " was launched by this pool",
          "It becomes a member when its launch is recorded."));
    }
    if (ledger.machine(sighting.id().value()).isPresent()) {
      // A launch of ours has turned out to have made it, while the cloud was asked.
      return Optional.of(new Refusal(
          "machine " + sighting.id() + " is the pool's already",
          "It can be attached once the pool has let go of it."));
    }
    return Optional.empty();
  }

  /** Whether it answers to a launch of ours: attached, it would leave the promise open and count twice. */
  private boolean carriesPendingKey(MachineSighting sighting) {
    return isOurs(sighting)
        && sighting.key().flatMap(key -> ledger.launch(key.value())).isPresent();
  }

  boolean carriesForeignMarks(MachineSighting sighting) {
    boolean otherPool = sighting.pool().isPresent()
        && !sighting.pool().get().equals(settings.config().name());
    boolean otherLife = sighting.incarnation().isPresent()
        && !sighting.incarnation().get().equals(ledger.incarnation());
    return otherPool || otherLife;
  }

  String owner(MachineSighting sighting) {
    return sighting.pool().filter(p -> !p.equals(settings.config().name())).isPresent()
        ? "belongs to pool " + sighting.pool().get()
        : "belongs to another life of this pool";
  }

  boolean isOurs(MachineSighting sighting) {
    return sighting.pool().filter(settings.config().name()::equals).isPresent()
        && sighting.incarnation().filter(ledger.incarnation()::equals).isPresent();
  }

  /** Why a machine whose mark failed cannot be attached; empty if the mark may be tried again. */
  static Optional<Refusal> markRefusal(MachineId id, CloudException error) {
    if (error.conflict().filter(c -> c == CloudException.Conflict.FOREIGN).isPresent()) {
      return Optional.of(
          new Refusal("machine " + id + " belongs to another owner", ErrorText.of(error)));
    }
    return isLasting(error.kind())
        ? Optional.of(new Refusal("machine " + id + " cannot be marked", ErrorText.of(error)))
        : Optional.empty();
  }

  private static boolean isLasting(CloudException.Kind kind) {
    return switch (kind) {
      case INVALID, DENIED, UNSUPPORTED, QUOTA -> true;
      case UNAUTHENTICATED,
          NOT_FOUND,
          CONFLICT,
          CAPACITY,
          THROTTLED,
          UNAVAILABLE,
          TIMEOUT,
          CANCELLED,
          UNCLASSIFIED -> false;
    };
  }

  boolean isAtMaxSize() {
    long joining = ledger.busyMachines().stream()
        .filter(m -> m.status() == Status.ATTACHING)
        .count();
    return isAtMaxSize(joining);
  }

  /** Whether one more would be too many, beside machines that are joining. Machines of the headroom keep their room. */
  boolean isAtMaxSize(long joining) {
    int desired = ledger.pool().desired();
    int above = Math.max(0, ledger.committed() - desired);
    return desired + Math.min(above, sizes.headroom(desired)) + joining >= sizes.maxSize();
  }

  void refuseAboveMaxSize(PendingCommand pending) {
    pending.refuse(
        Reason.CONFLICT,
        "the pool is at its maxSize of " + sizes.maxSize(),
        "Attaching raises the desired size by one, which maxSize does not allow"
            + (ledger.pool().desired() < sizes.maxSize()
                ? " beside the machines above it. Raise maxSize, lower the headroom, or"
                : ". Raise maxSize, or")
            + " detach or terminate a machine with a decrement first.");
  }

  /** Only for messages: why attach and detach are refused without the feature. */
  static PoolException unsupported() {
    return new PoolException(
        Reason.UNSUPPORTED,
        "this pool's cloud adapter cannot set or take off marks",
        "Attach and detach need an adapter with the feature Adoption.");
  }
}
