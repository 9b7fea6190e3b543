package io.cloudadapter.core.bootstrap;

import io.cloudadapter.spi.SpiVersion;
import java.util.Optional;

/** Compares the version of the SPI that a class is built against with those that this library runs. */
final class SpiVersionCheck {
  private SpiVersionCheck() {}

  /** Returns why an object of another library cannot be used: both versions and what to do; empty if it can. */
  static Optional<String> problem(String what, Object implementation) {
    SpiVersion version = implementation.getClass().getAnnotation(SpiVersion.class);
    return problem(
        what, implementation.getClass().getName(), version == null ? 1 : version.value());
  }

  private static Optional<String> problem(String what, String name, int version) {
    if (version > SpiVersion.CURRENT) {
      return Optional.of(mismatch(what, name, version) + "; take a newer cloudadapter");
    }
    if (version < SpiVersion.OLDEST) {
      return Optional.of(mismatch(what, name, version) + "; take a newer release of " + what);
    }
    return Optional.empty();
  }

  private static String mismatch(String what, String name, int version) {
    String runs = SpiVersion.OLDEST == SpiVersion.CURRENT
        ? "version " + SpiVersion.CURRENT
        : "versions " + SpiVersion.OLDEST + " to " + SpiVersion.CURRENT;
    return what + " (" + name + ") is built against version " + version
        + " of the SPI, and this library runs " + runs;
  }
}
