package io.cloudadapter.server;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cloudadapter.server.http.RequestHead;
import io.cloudadapter.server.http.VersionList;

/** A list of versions for tests that look at tables of routes and send nothing. */
final class NoVersions implements VersionList {
  @Override
  public void write(RequestHead head, JsonGenerator json) {}

  @Override
  public String preferred(RequestHead head) {
    return "/v3/";
  }
}
