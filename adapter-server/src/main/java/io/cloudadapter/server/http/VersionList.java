package io.cloudadapter.server.http;

import com.fasterxml.jackson.core.JsonGenerator;
import java.io.IOException;

/** The versions of an API, which its clients read at the server's root before they show a credential. */
public interface VersionList {
  /**
   * Writes the fields of the list into an object.
   *
   * @param head the request
   * @param json an open object
   * @throws IOException if the generator fails
   */
  void write(RequestHead head, JsonGenerator json) throws IOException;

  /**
   * Where the preferred version is.
   *
   * @param head the request
   * @return a URL
   */
  String preferred(RequestHead head);
}
