package io.cloudadapter.core.ledger;

/** The changes of status that a launch and a machine may make; the ledger refuses every other one (I9). */
final class StatusTransitions {
  private StatusTransitions() {}

  static boolean mayFollow(LaunchRecord.Status from, LaunchRecord.Status to) {
    return from == to
        || switch (from) {
          case PLANNED -> to == LaunchRecord.Status.SENT || to == LaunchRecord.Status.RESOLVED;
          case SENT -> to == LaunchRecord.Status.RESOLVED || to == LaunchRecord.Status.LAPSED;
          case RESOLVED, LAPSED -> false;
        };
  }

  static boolean mayFollow(MachineRecord.Status from, MachineRecord.Status to) {
    return from == to
        || switch (from) {
          case ATTACHING ->
            to == MachineRecord.Status.LIVE
                || to == MachineRecord.Status.DETACHING
                || to == MachineRecord.Status.GONE;
          case LIVE ->
            to == MachineRecord.Status.PRESUMED_GONE
                || to == MachineRecord.Status.RETIRING
                || to == MachineRecord.Status.DETACHING
                || to == MachineRecord.Status.QUARANTINED
                || to == MachineRecord.Status.GONE;
          case PRESUMED_GONE ->
            to == MachineRecord.Status.LIVE
                || to == MachineRecord.Status.RETIRING
                || to == MachineRecord.Status.DETACHING
                || to == MachineRecord.Status.GONE;
          case RETIRING ->
            to == MachineRecord.Status.DELETING
                || to == MachineRecord.Status.DETACHING
                || to == MachineRecord.Status.GONE;
          case QUARANTINED ->
            to == MachineRecord.Status.LIVE
                || to == MachineRecord.Status.RETIRING
                || to == MachineRecord.Status.DETACHED
                || to == MachineRecord.Status.GONE;
          case DELETING -> to == MachineRecord.Status.GONE;
          case DETACHING -> to == MachineRecord.Status.DETACHED || to == MachineRecord.Status.GONE;
          case GONE, DETACHED -> false;
        };
  }
}
