package io.cloudadapter.api.refresh;

/** What a caller asks of a refresh that has begun. */
public enum RefreshControl {
  /** Take out no further machine until the refresh is resumed. Ends that have begun go on. */
  PAUSE,
  /** Go on: after a pause, or before the time of a checkpoint is over. */
  RESUME,
  /** End the refresh. Machines that it has replaced stay as they are; surplus that it has launched is ended. */
  CANCEL
}
