package io.cloudadapter.api.refresh;

/** What a caller asks of a refresh that has begun. */
public enum RefreshControl {
  /** Take out no further machine until the refresh is resumed. Ends that have begun go on. */
  PAUSE,
  /** Go on: after a pause, or before the time of a checkpoint is over. */
  RESUME,
  /** End the refresh. Machines that it has replaced stay as they are; surplus that it has launched is ended. */
  CANCEL,
  /**
   * Go back to the launch template that most of the machines had when the refresh began: launches are made from it
   * again, and machines of the new one are replaced. Also after the refresh has ended, as long as its template is the
   * present one.
   */
  ROLLBACK
}
