package io.cloudadapter.core;

import io.cloudadapter.api.Metric;
import java.util.Map;
import java.util.Optional;

/** The version of this library, as its jar or its module names it. */
final class LibraryVersion {
  private LibraryVersion() {}

  static Metric metric() {
    return new Metric(
        "cloudadapter_version",
        "1, with the version of the library as a label.",
        Metric.Type.GAUGE,
        Map.of("version", text()),
        1);
  }

  static String text() {
    Module module = LibraryVersion.class.getModule();
    Optional<String> ofModule =
        module.isNamed() ? module.getDescriptor().rawVersion() : Optional.empty();
    return ofModule
        .or(() -> Optional.ofNullable(LibraryVersion.class.getPackage().getImplementationVersion()))
        .orElse("unknown");
  }
}
