package io.cloudadapter.testkit.wire;

import java.util.Arrays;
import java.util.List;

/** What a secured port of the fault proxy proves to be, to those who ask. */
public enum ServerCertificate {
  /** Loopback, by the word of the fault proxy's authority: as it should be. */
  OURS("of the right host"),

  /** Loopback, signed by an unknown authority. */
  OF_NOBODY("of an unknown authority"),

  /** Another host, by the word of the fault proxy's authority. */
  OF_ANOTHER_HOST("of another host"),

  /** Loopback, by the word of the fault proxy's authority, until a day that is over. */
  EXPIRED("that has expired"),

  /** Loopback, by its own word alone. */
  SELF_SIGNED("that signed itself");

  private final String words;

  ServerCertificate(String words) {
    this.words = words;
  }

  /**
   * Returns what is wrong with it, for messages.
   *
   * @return words that follow "a certificate"
   */
  public String words() {
    return words;
  }

  /**
   * Returns the certificates that no client may trust.
   *
   * @return all but {@link #OURS}
   */
  public static List<ServerCertificate> wrong() {
    return Arrays.stream(values()).filter(certificate -> certificate != OURS).toList();
  }
}
