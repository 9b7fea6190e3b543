package io.cloudadapter.simulated.request;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.PoolIncarnation;
import io.cloudadapter.spi.PreparedLaunch;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** What a frozen launch says, and its bytes: a version, then the fields in this order. */
public record SimulatedLaunch(
    PoolName pool,
    PoolIncarnation incarnation,
    Optional<String> zone,
    String size,
    Optional<String> image,
    Market market,
    Map<String, String> tags,
    Optional<String> userData) {
  private static final int VERSION = 1;

  public static SimulatedLaunch of(LaunchSpec spec, String size, Optional<String> image) {
    return new SimulatedLaunch(
        spec.pool(),
        spec.incarnation(),
        spec.zone(),
        size,
        image,
        spec.market(),
        spec.tags(),
        spec.userData().map(secret -> secret.reveal()));
  }

  /** What people may see of it on the machine; the user data may be secret. */
  public Map<String, String> metadata() {
    Map<String, String> shown = new TreeMap<>(tags);
    image.ifPresent(name -> shown.put("image", name));
    return shown;
  }

  public PreparedLaunch freeze() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      TextCodec.write(out, pool.value());
      TextCodec.write(out, incarnation.value());
      TextCodec.writeOptional(out, zone);
      TextCodec.write(out, size);
      TextCodec.writeOptional(out, image);
      TextCodec.write(out, market.name());
      TextCodec.writeMap(out, tags);
      TextCodec.writeOptional(out, userData);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return PreparedLaunch.of(bytes.toByteArray());
  }

  /**
   * Reads the bytes of a frozen launch.
   *
   * @throws IllegalArgumentException if they are not of this cloud's making
   */
  public static SimulatedLaunch thaw(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int version = in.readUnsignedByte();
      if (version != VERSION) {
        throw new IllegalArgumentException("frozen launch has unknown version " + version);
      }
      return new SimulatedLaunch(
          new PoolName(TextCodec.read(in)),
          new PoolIncarnation(TextCodec.read(in)),
          TextCodec.readOptional(in),
          TextCodec.read(in),
          TextCodec.readOptional(in),
          Market.valueOf(TextCodec.read(in)),
          TextCodec.readMap(in),
          TextCodec.readOptional(in));
    } catch (IOException e) {
      throw new IllegalArgumentException("frozen launch is cut short", e);
    }
  }
}
