package io.cloudadapter.server.senlin;

/** The one project, of one domain, that everything belongs to. */
final class Project {
  static final String NAME = "cloudadapter";
  static final String DOMAIN = "default";

  private Project() {}

  /** The row with its owner. */
  static Row owned(Row row) {
    return row.put("project", NAME).put("domain", "").put("user", NAME);
  }
}
