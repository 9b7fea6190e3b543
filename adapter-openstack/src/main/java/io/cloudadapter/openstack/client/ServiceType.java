package io.cloudadapter.openstack.client;

/** A service of OpenStack, as catalogues call it. */
public enum ServiceType {
  IDENTITY("identity", "/v3"),
  COMPUTE("compute", "/v2.1"),
  NETWORK("network", "/v2.0"),
  IMAGE("image", "/v2"),
  LOAD_BALANCER("load-balancer", "/v2"),
  CLUSTERS("container-infra", "/v1"),
  MESSAGING("messaging", "/v2");

  /** Under which it is listed. */
  final String type;

  /** What an address in a catalogue may lack. */
  private final String version;

  ServiceType(String type, String version) {
    this.type = type;
    this.version = version;
  }

  /** The address to which paths are added: without a slash at its end, with a version. */
  String base(String address) {
    String bare = address.replaceAll("/+$", "");
    boolean versioned = bare.matches(".*/v[0-9]+(\\.[0-9]+)?(/[^/]+)?");
    return versioned ? bare : bare + version;
  }
}
