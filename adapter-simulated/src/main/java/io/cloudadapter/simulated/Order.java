package io.cloudadapter.simulated;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.spi.FrozenLaunch;
import io.cloudadapter.spi.Incarnation;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.LaunchSpec.Market;
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
record Order(
    PoolName pool,
    Incarnation incarnation,
    Optional<String> zone,
    String size,
    Optional<String> image,
    Market market,
    Map<String, String> tags,
    Optional<String> userData) {
  private static final int VERSION = 1;

  static Order of(LaunchSpec spec, String size) {
    return new Order(
        spec.pool(),
        spec.incarnation(),
        spec.zone(),
        size,
        spec.image(),
        spec.market(),
        spec.tags(),
        spec.userData().map(secret -> secret.reveal()));
  }

  /** What people may see of it on the machine; the user data may be secret. */
  Map<String, String> metadata() {
    Map<String, String> shown = new TreeMap<>(tags);
    image.ifPresent(name -> shown.put("image", name));
    return shown;
  }

  FrozenLaunch freeze() {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (DataOutputStream out = new DataOutputStream(bytes)) {
      out.writeByte(VERSION);
      Texts.write(out, pool.value());
      Texts.write(out, incarnation.value());
      Texts.writeOptional(out, zone);
      Texts.write(out, size);
      Texts.writeOptional(out, image);
      Texts.write(out, market.name());
      Texts.writeMap(out, tags);
      Texts.writeOptional(out, userData);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    return FrozenLaunch.of(bytes.toByteArray());
  }

  /**
   * Reads the bytes of a frozen launch.
   *
   * @throws IllegalArgumentException if they are not of this cloud's making
   */
  static Order thaw(byte[] bytes) {
    try (DataInputStream in = new DataInputStream(new ByteArrayInputStream(bytes))) {
      int version = in.readUnsignedByte();
      if (version != VERSION) {
        throw new IllegalArgumentException("frozen launch has unknown version " + version);
      }
      return new Order(
          new PoolName(Texts.read(in)),
          new Incarnation(Texts.read(in)),
          Texts.readOptional(in),
          Texts.read(in),
          Texts.readOptional(in),
          Market.valueOf(Texts.read(in)),
          Texts.readMap(in),
          Texts.readOptional(in));
    } catch (IOException e) {
      throw new IllegalArgumentException("frozen launch is cut short", e);
    }
  }
}
