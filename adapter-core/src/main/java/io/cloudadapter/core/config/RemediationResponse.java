package io.cloudadapter.core.config;

/** What a pool does about a machine that stays UNHEALTHY. */
public enum RemediationResponse {
  /** It ends the machine and launches another one. */
  REPLACE,
  /** It reboots the machine first, and replaces it if that does not help. The cloud must be able to reboot. */
  REBOOT,
  /** It raises the alarm UNHEALTHY and leaves the machine to a person. */
  ALARM
}
