package io.cloudadapter.testkit.wire;

/** What a secured port of the fault proxy proves to be, to those who ask. */
public enum ServerCertificate {
  /** Loopback, by the word of the fault proxy's authority: as it should be. */
  OURS,

  /** Another host, by the word of the fault proxy's authority. */
  OF_ANOTHER_HOST,

  /** Loopback, signed by an unknown authority. */
  OF_NOBODY
}
