package io.cloudadapter.api;

/**
 * The operational health of the service on a machine, as people, monitors or probes report it (cloud adapter
 * REST API 2.0, service state table). {@link #OUT_OF_SERVICE} takes
 * the machine out of the count, so a replacement is launched. UNHEALTHY lets a pool with remediation replace it, and a
 * pool with {@code health.beforeService} waits for IN_SERVICE before a new machine enters service.
 */
public enum ServiceState {
  /** The service is starting and may not work yet. */
  BOOTING,
  /** The service works. */
  IN_SERVICE,
  /** The health checks of the service fail. The machine still counts. */
  UNHEALTHY,
  /** Taken out for repair: the pool keeps the machine, does not count it, and replaces it. */
  OUT_OF_SERVICE,
  /** There was no report yet. */
  UNKNOWN
}
