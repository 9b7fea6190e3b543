package io.cloudadapter.spi.feature;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.action.ActionToken;

/** The power to take snapshots of a machine, and to bring it back to one. */
public interface Snapshots extends ActionFeature {
  /** The name under which a result tells the id of the snapshot that was taken. */
  String SNAPSHOT_ID = "snapshotId";

  /** The name under which a result tells how large it is, where the cloud says. */
  String SIZE_IN_BYTES = "sizeInBytes";

  /**
   * Takes a snapshot.
   *
   * @param machine of which machine
   * @param name what to call it, or where to put it; empty leaves it to the adapter
   * @param token names this attempt; tag the snapshot with the action's uid where the cloud has tags
   * @param call time, cancellation, budget
   * @return DONE with {@value #SNAPSHOT_ID}, UNDER_WAY, or FAILED
   * @throws CloudException NOT_FOUND if there is no such machine; CONFLICT with BUSY if it cannot be done just
   *     now; INVALID if the cloud does not take the name
   */
  ActionProgress snapshot(MachineId machine, String name, ActionToken token, CallContext call);

  /**
   * Brings a machine back to a snapshot. Its id and marks stay.
   *
   * @param machine which one
   * @param snapshot the cloud's id of the snapshot
   * @param token names this attempt
   * @param call time, cancellation, budget
   * @return DONE, UNDER_WAY or FAILED
   * @throws CloudException NOT_FOUND if there is no such machine or snapshot; CONFLICT with BUSY if it cannot
   *     be done just now
   */
  ActionProgress restore(MachineId machine, String snapshot, ActionToken token, CallContext call);
}
