package io.cloudadapter.cli.server;

import java.io.IOException;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Reports to systemd that the server is ready, for units of {@code Type=notify}. Java has no datagrams to sockets of
 * files, so {@code systemd-notify} sends it, which needs {@code NotifyAccess=all}.
 */
final class SystemdNotification {
  private static final Logger LOGGER = LoggerFactory.getLogger(SystemdNotification.class);

  private SystemdNotification() {}

  /**
   * Reports it where systemd waits for it, else does nothing.
   *
   * @param environment the variables of this process; systemd sets NOTIFY_SOCKET
   * @param status one line, which {@code systemctl status} shows
   */
  static void ready(Map<String, String> environment, String status) throws InterruptedException {
    if (!environment.containsKey("NOTIFY_SOCKET")) {
      return;
    }
    try {
      int code = new ProcessBuilder("systemd-notify", "--ready", "--status=" + status)
          .redirectErrorStream(true)
          .redirectOutput(ProcessBuilder.Redirect.DISCARD)
          .start()
          .waitFor();
      if (code != 0) {
        LOGGER.warn(
            "systemd has no report that this server is ready: systemd-notify ended with {}", code);
      }
    } catch (IOException e) {
      LOGGER.warn(
          "systemd has no report that this server is ready: systemd-notify did not start", e);
    }
  }
}
