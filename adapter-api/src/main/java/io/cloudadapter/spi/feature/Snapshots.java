package io.cloudadapter.spi.feature;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.action.ActionToken;

/** The feature that takes snapshots of a machine, and restores the machine from one. */
public interface Snapshots extends ActionFeature {
  /** The name of the snapshot's id in a result. */
  String SNAPSHOT_ID = "snapshotId";

  /** The name of the snapshot's size in a result, where the cloud reports it. */
  String SIZE_IN_BYTES = "sizeInBytes";

  /**
   * Takes a snapshot.
   *
   * @param machine the machine's id
   * @param name a name or a place for the snapshot; empty leaves it to the adapter
   * @param token names this attempt; tag the snapshot with the action's uid where the cloud has tags
   * @param call deadline, rate limit and cancellation of this call
   * @return DONE with {@value #SNAPSHOT_ID}, UNDER_WAY, or FAILED
   * @throws CloudException NOT_FOUND if there is no such machine; CONFLICT with BUSY if it cannot be done at present;
   *     INVALID if the cloud does not accept the name
   */
  ActionProgress snapshot(MachineId machine, String name, ActionToken token, CallContext call);

  /**
   * Restores a machine from a snapshot. Its id and marks stay.
   *
   * @param machine the machine's id
   * @param snapshot the cloud's id of the snapshot
   * @param token names this attempt
   * @param call deadline, rate limit and cancellation of this call
   * @return DONE, UNDER_WAY or FAILED
   * @throws CloudException NOT_FOUND if there is no such machine or snapshot; CONFLICT with BUSY if it cannot be done
   *     at present
   */
  ActionProgress restore(MachineId machine, String snapshot, ActionToken token, CallContext call);
}
