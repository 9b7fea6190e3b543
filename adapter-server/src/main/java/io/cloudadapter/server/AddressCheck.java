package io.cloudadapter.server;

import io.cloudadapter.server.options.TlsConfig;
import java.net.InetAddress;

/** Refuses an address and a port that the credentials and the certificate of a server do not protect. */
final class AddressCheck {
  private AddressCheck() {}

  static void check(AdapterServer.Builder settings, InetAddress address, TlsConfig secured) {
    checkPort(settings.port);
    if (settings.authorities.isPresent() && settings.subjects.isEmpty()) {
      throw new IllegalArgumentException(
          "client certificates are asked for, but no subject has a role");
    }
    if (settings.authorities.isPresent() && secured instanceof TlsConfig.Off) {
      throw new IllegalArgumentException("client certificates need TLS, which is off");
    }
    if (address.isLoopbackAddress()) {
      return;
    }
    if (!ServerCredentials.areGiven(settings)) {
      throw new IllegalArgumentException(
          "without credentials the server listens on loopback only, was: " + settings.host
              + "; give bearer tokens, issuers of tokens, or client certificates");
    }
    if (secured instanceof TlsConfig.Off) {
      throw new IllegalArgumentException(
          "plain HTTP is for loopback only, was: " + settings.host + "; give a certificate");
    }
    if (secured instanceof TlsConfig.SelfSigned) {
      throw new IllegalArgumentException("the self-signed certificate is for localhost only, was: "
          + settings.host + "; give a certificate for that name");
    }
  }

  static void checkPort(int port) {
    if (port < 0 || port > 65535) {
      throw new IllegalArgumentException("port must be 0 to 65535, was: " + port);
    }
  }
}
