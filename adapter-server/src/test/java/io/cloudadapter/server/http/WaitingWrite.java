package io.cloudadapter.server.http;

/** A write that waits inside the pool until a test lets it go. */
public final class WaitingWrite {
  private WaitingWrite() {}

  public static String size(int desired) {
    return "{\"desiredSize\":" + desired + "}";
  }

  public static String post(String path, String body) {
    return "POST " + path + " HTTP/1.1\r\nHost: localhost\r\nContent-Length: " + body.length()
        + "\r\n\r\n" + body;
  }

  public static String get(String path) {
    return "GET " + path + " HTTP/1.1\r\nHost: localhost\r\n\r\n";
  }
}
