package io.cloudadapter.core.keeper.state;

import java.util.UUID;
import java.util.random.RandomGenerator;

/** Ids drawn by lot: launch keys, incarnations, and the ids of hooks and actions. */
public final class RandomIds {
  private static final String LETTERS = "0123456789abcdefghjkmnpqrstvwxyz";

  private RandomIds() {}

  /** 122 bits drawn by lot, as a UUID of version 4. */
  public static UUID uuid(RandomGenerator random) {
    long high = (random.nextLong() & ~0xF000L) | 0x4000L;
    long low = (random.nextLong() & ~(3L << 62)) | (1L << 63);
    return new UUID(high, low);
  }

  /** 27 letters drawn by lot: 135 bits. */
  public static String token(RandomGenerator random) {
    StringBuilder token = new StringBuilder(27);
    for (int i = 0; i < 27; i++) {
      token.append(LETTERS.charAt(random.nextInt(LETTERS.length())));
    }
    return token.toString();
  }
}
