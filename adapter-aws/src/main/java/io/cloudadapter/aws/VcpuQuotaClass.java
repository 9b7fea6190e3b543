package io.cloudadapter.aws;

import java.util.List;

/** The instance types that share a vCPU limit, one for On-Demand and one for Spot, named as Service Quotas does. */
enum VcpuQuotaClass {
  INF("Inf", "inf"),
  TRN("Trn", "trn"),
  DL("DL", "dl"),
  HPC("HPC", "hpc"),
  MAC("Mac", "mac"),
  HIGH_MEMORY("High Memory", "u"),
  G("G and VT", "g", "vt"),
  P("P", "p"),
  F("F", "f"),
  X("X", "x"),
  STANDARD("Standard (A, C, D, H, I, M, R, T, Z)");

  private final String words;

  @SuppressWarnings("ImmutableEnumChecker") // An immutable copy.
  private final List<String> families;

  VcpuQuotaClass(String words, String... families) {
    this.words = words;
    this.families = List.of(families);
  }

  /** That of a type: by the letters that it begins with. */
  static VcpuQuotaClass of(String type) {
    String family = type.replaceFirst("[^a-z].*", "");
    for (VcpuQuotaClass each : values()) {
      if (each.families.stream().anyMatch(name -> each.covers(name, family))) {
        return each;
      }
    }
    return STANDARD;
  }

  /** One letter stands for what begins with it, such as gr6 for G. */
  private boolean covers(String name, String family) {
    boolean whole = name.length() > 1 || this == HIGH_MEMORY;
    return whole ? family.equals(name) : family.startsWith(name);
  }

  String quota(boolean spot) {
    return spot
        ? "All " + words + " Spot Instance Requests"
        : "Running On-Demand " + words + " instances";
  }
}
