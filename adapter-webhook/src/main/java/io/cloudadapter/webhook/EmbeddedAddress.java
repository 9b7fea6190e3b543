package io.cloudadapter.webhook;

import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.ArrayList;
import java.util.List;

/**
 * The IPv4 addresses inside an IPv6 address. A translator or a tunnel on the way delivers to them, so whether the whole
 * address is private depends on them.
 */
final class EmbeddedAddress {
  private static final int LAST = 12;

  private EmbeddedAddress() {}

  /**
   * Finds IPv4 addresses.
   *
   * @param bytes an IPv6 address
   * @return what it contains: mapped (::ffff:0:0/96), compatible (::/96), translated (::ffff:0:0:0/96,
   * 64:ff9b::/96), 6to4
   *     (2002::/16), Teredo (2001::/32: the server, and the client with all bits turned), and ISATAP (0:5efe or
   * 200:5efe before
   *     the last 32 bits)
   */
  static List<InetAddress> of(byte[] bytes) {
    List<InetAddress> found = new ArrayList<>();
    if (zeros(bytes, 0, 8)
        && zeros(bytes, 10, 12)
        && (zeros(bytes, 8, 10) || is(bytes, 8, 0xff, 0xff))) {
      found.add(at(bytes, LAST, 0));
    } else if (zeros(bytes, 0, 10) && is(bytes, 10, 0xff, 0xff)) {
      found.add(at(bytes, LAST, 0));
    } else if (is(bytes, 0, 0x00, 0x64, 0xff, 0x9b) && zeros(bytes, 4, 12)) {
      found.add(at(bytes, LAST, 0));
    } else if (is(bytes, 0, 0x20, 0x02)) {
      found.add(at(bytes, 2, 0));
    } else if (is(bytes, 0, 0x20, 0x01, 0x00, 0x00)) {
      found.add(at(bytes, 4, 0));
      found.add(at(bytes, LAST, 0xff));
    }
    if (is(bytes, 8, 0x00, 0x00, 0x5e, 0xfe) || is(bytes, 8, 0x02, 0x00, 0x5e, 0xfe)) {
      found.add(at(bytes, LAST, 0));
    }
    return found;
  }

  /**
   * Whether an address is for translators within a site (64:ff9b:1::/48), where the IPv4 address may be at
   * several places.
   */
  static boolean isLocalTranslation(byte[] bytes) {
    return is(bytes, 0, 0x00, 0x64, 0xff, 0x9b, 0x00, 0x01);
  }

  private static boolean zeros(byte[] bytes, int from, int to) {
    for (int i = from; i < to; i++) {
      if (bytes[i] != 0) {
        return false;
      }
    }
    return true;
  }

  private static boolean is(byte[] bytes, int from, int... wanted) {
    for (int i = 0; i < wanted.length; i++) {
      if ((bytes[from + i] & 0xff) != wanted[i]) {
        return false;
      }
    }
    return true;
  }

  private static InetAddress at(byte[] bytes, int from, int turned) {
    byte[] inside = new byte[4];
    for (int i = 0; i < inside.length; i++) {
      inside[i] = (byte) (bytes[from + i] ^ turned);
    }
    try {
      return InetAddress.getByAddress(inside);
    } catch (UnknownHostException e) {
      throw new IllegalStateException("four bytes are an address", e);
    }
  }
}
