package io.cloudadapter.api.refresh;

/** What a refresh does about machines that are protected, or under an action. */
public enum ProtectedMachines {
  /** The refresh waits until they are neither; its status names them. */
  WAIT,
  /** They keep their template, and the refresh succeeds without them. */
  SKIP,
  /** Protected ones are replaced as all others are. The refresh waits for those under an action. */
  REPLACE
}
