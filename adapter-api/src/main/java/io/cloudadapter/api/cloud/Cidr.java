package io.cloudadapter.api.cloud;

import java.math.BigInteger;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.util.regex.Pattern;

/**
 * A block of IP addresses, such as {@code 10.1.2.0/24} or {@code fd00:1::/64}. The text stays as it was written,
 * because callers compare it with their own; two texts for one block are {@link #same the same}.
 *
 * @param text address, slash, and the number of bits in the prefix: 0 to 32, or to 128 for IPv6
 */
public record Cidr(String text) {
  private static final String BYTE = "(25[0-5]|2[0-4][0-9]|1[0-9]{2}|[1-9]?[0-9])";
  private static final Pattern IPV4 = Pattern.compile(BYTE + "(\\." + BYTE + "){3}");
  private static final Pattern IPV6 = Pattern.compile("[0-9a-fA-F:.]{2,45}");
  private static final Pattern BITS = Pattern.compile("0|[1-9][0-9]{0,2}");

  /**
   * Checks the form.
   *
   * @throws IllegalArgumentException if the text is not a block, or bits behind the prefix are set
   */
  public Cidr {
    Block block = Block.of(text);
    if (block.first().getLowestSetBit() >= 0 && block.first().getLowestSetBit() < block.free()) {
      throw wrong(text, "the bits behind the prefix must be 0");
    }
  }

  private static IllegalArgumentException wrong(String text, String why) {
    return new IllegalArgumentException(
        "a block of addresses must be written as 10.1.2.0/24 or fd00:1::/64, was "
            + NameSyntax.shown(text) + ": " + why);
  }

  /**
   * Returns whether two blocks have the same addresses.
   *
   * @param other another block
   * @return true if they have
   */
  public boolean same(Cidr other) {
    return Block.of(text).equals(Block.of(other.text));
  }

  /**
   * Returns whether two blocks have an address in common.
   *
   * @param other another block
   * @return true if they have, as when one contains the other
   */
  public boolean overlaps(Cidr other) {
    Block mine = Block.of(text);
    Block theirs = Block.of(other.text);
    int free = Math.max(mine.free(), theirs.free());
    return mine.width() == theirs.width()
        && mine.first().shiftRight(free).equals(theirs.first().shiftRight(free));
  }

  @Override
  public String toString() {
    return text;
  }

  /** A block as numbers: the first address, the length of addresses in bits, and the number of free bits. */
  private record Block(BigInteger first, int width, int free) {

    static Block of(String text) {
      int slash = text.indexOf('/');
      if (slash < 0 || !BITS.matcher(text.substring(slash + 1)).matches()) {
        throw wrong(text, "there is no number of bits behind a slash");
      }
      byte[] address = address(text, text.substring(0, slash));
      int width = address.length * 8;
      int bits = Integer.parseInt(text.substring(slash + 1));
      if (bits > width) {
        throw wrong(text, "there are " + width + " bits only");
      }
      return new Block(new BigInteger(1, address), width, width - bits);
    }

    private static byte[] address(String whole, String address) {
      boolean six = address.indexOf(':') >= 0;
      if (!(six ? IPV6 : IPV4).matcher(address).matches()) {
        throw wrong(whole, "the text before the slash is not an address");
      }
      try {
        // The text is a literal address, so no name server is asked.
        byte[] bytes = InetAddress.getByName(address).getAddress();
        if (six && bytes.length == 4) {
          throw wrong(whole, "write an IPv4 address in four numbers");
        }
        return bytes;
      } catch (UnknownHostException e) {
        throw wrong(whole, "the text before the slash is not an address");
      }
    }
  }
}
