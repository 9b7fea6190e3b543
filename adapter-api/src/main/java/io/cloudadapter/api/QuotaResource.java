package io.cloudadapter.api;

/** What a quota of a tenant limits. */
public enum QuotaResource {
  /** Machines that exist or are promised. */
  MACHINES("machines"),
  /** Processors of these machines, by the size of each in its cloud's catalog. */
  VCPUS("vcpus"),
  /** Machines that launches ask for within any hour. */
  LAUNCHES_PER_HOUR("launchesPerHour");

  private final String word;

  QuotaResource(String word) {
    this.word = word;
  }

  /**
   * The word for it in configurations and answers.
   *
   * @return such as {@code launchesPerHour}
   */
  public String word() {
    return word;
  }
}
