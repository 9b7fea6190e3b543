package io.cloudadapter.simulated.machine;

import java.util.BitSet;
import java.util.List;

/**
 * The addresses that machines get: private ones from 10/8, and public ones from the three blocks that
 * are set aside for documentation (RFC 5737). There are 762 of those; they come back when a machine ends,
 * and machines beyond have none.
 */
public final class AddressAllocator {
  private static final String[] BLOCKS = {"203.0.113.", "198.51.100.", "192.0.2."};
  private static final int PER_BLOCK = 254;

  private final BitSet used = new BitSet(BLOCKS.length * PER_BLOCK);

  public List<String> nextPublic() {
    int free = used.nextClearBit(0);
    return free < BLOCKS.length * PER_BLOCK
        ? List.of(BLOCKS[free / PER_BLOCK] + (free % PER_BLOCK + 1))
        : List.of();
  }

  public static List<String> nthPrivate(long n) {
    long host = n % (1 << 24);
    return List.of("10." + (host >> 16) + "." + (host >> 8 & 255) + "." + (host & 255));
  }

  void take(MachineTruth facts) {
    facts.publicIps().forEach(ip -> used.set(index(ip)));
  }

  void free(MachineTruth facts) {
    facts.publicIps().forEach(ip -> used.clear(index(ip)));
  }

  private static int index(String ip) {
    for (int block = 0; block < BLOCKS.length; block++) {
      if (ip.startsWith(BLOCKS[block])) {
        return block * PER_BLOCK + Integer.parseInt(ip.substring(BLOCKS[block].length())) - 1;
      }
    }
    throw new IllegalArgumentException("not an address of ours: " + ip);
  }
}
