package io.cloudadapter.server.senlin;

/** The one project, of one domain, that everything belongs to. */
final class SingleProject {
  static final String NAME = "cloudadapter";
  static final String DOMAIN = "default";

  private SingleProject() {}

  /** The row with its owner. */
  static ResourceRow owned(ResourceRow row) {
    return row.put("project", NAME).put("domain", "").put("user", NAME);
  }
}
