package io.cloudadapter.core.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a health probe asks of a machine.
 *
 * @param kind how it asks
 * @param port the machine's port, 1 to 65,535; by default 80 for HTTP and 443 for HTTPS; TCP needs one
 * @param path the path of a request, with its query; by default {@code /}
 * @param method the method of a request
 * @param status the statuses of replies that are well: {@code 200}, or {@code 200-399}
 * @param checkCertificate whether the certificate of HTTPS must be valid for the machine's address
 * @param command the name of the operator's command; COMMAND needs one
 * @param address which address of the machine it reaches
 */
public record ProbeConfig(
    ProbeKind kind,
    OptionalInt port,
    String path,
    ProbeMethod method,
    String status,
    boolean checkCertificate,
    Optional<String> command,
    ProbeAddress address) {
  private static final Pattern PATH = Pattern.compile("/[\\x21-\\x7e&&[^#\\\\]]{0,1023}");
  private static final Pattern STATUS = Pattern.compile("([1-5][0-9]{2})(?:-([1-5][0-9]{2}))?");
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,29}");
  private static final String USUAL_STATUS = "200-399";

  /**
   * Checks the forms.
   *
   * @throws IllegalArgumentException naming the field, its value and what is allowed
   */
  public ProbeConfig {
    Objects.requireNonNull(kind, "kind");
    Objects.requireNonNull(method, "method");
    Objects.requireNonNull(address, "address");
    port.ifPresent(number -> PoolSettings.check("health.port", number));
    if (!PATH.matcher(path).matches() || !isUri(path)) {
      throw new IllegalArgumentException(
          "health.path must be the path of a URI, with its query or without, of at most 1024 characters, was "
              + path);
    }
    Matcher range = STATUS.matcher(status);
    if (!range.matches()
        || (range.group(2) != null && range.group(2).compareTo(range.group(1)) < 0)) {
      throw new IllegalArgumentException(
          "health.status must be a status or a range such as 200-399, was " + status);
    }
    if (command.isPresent() && !NAME.matcher(command.get()).matches()) {
      throw new IllegalArgumentException(
          "health.command must be the name of a command: " + NAME + ", was " + command.get());
    }
  }

  private static boolean isUri(String path) {
    try {
      return new URI("http://machine" + path).getHost() != null;
    } catch (URISyntaxException e) {
      return false;
    }
  }

  /**
   * There is no probe.
   *
   * @return the defaults
   */
  public static ProbeConfig none() {
    return new ProbeConfig(
        ProbeKind.NONE,
        OptionalInt.empty(),
        "/",
        ProbeMethod.GET,
        USUAL_STATUS,
        false,
        Optional.empty(),
        ProbeAddress.PRIVATE);
  }

  /** Refuses a kind that lacks what it needs. */
  void checkComplete() {
    if (kind == ProbeKind.TCP && port.isEmpty()) {
      throw new IllegalArgumentException("health.port must be set, as health.probe is tcp");
    }
    if (kind == ProbeKind.COMMAND && command.isEmpty()) {
      throw new IllegalArgumentException("health.command must be set, as health.probe is command");
    }
  }

  /**
   * The port of a connection.
   *
   * @return the given one, else 443 for HTTPS and 80
   */
  public int portOrUsual() {
    return port.orElse(kind == ProbeKind.HTTPS ? 443 : 80);
  }

  /**
   * Whether a reply with this status is well.
   *
   * @param code the status of a reply
   * @return true if it is in the range
   */
  public boolean accepts(int code) {
    Matcher range = STATUS.matcher(status);
    if (!range.matches()) {
      throw new IllegalStateException(status);
    }
    int least = Integer.parseInt(range.group(1));
    int most = range.group(2) == null ? least : Integer.parseInt(range.group(2));
    return code >= least && code <= most;
  }

  ProbeConfig withKind(ProbeKind value) {
    return new ProbeConfig(value, port, path, method, status, checkCertificate, command, address);
  }

  ProbeConfig withPort(int value) {
    return new ProbeConfig(
        kind, OptionalInt.of(value), path, method, status, checkCertificate, command, address);
  }

  ProbeConfig withPath(String value) {
    return new ProbeConfig(kind, port, value, method, status, checkCertificate, command, address);
  }

  ProbeConfig withMethod(ProbeMethod value) {
    return new ProbeConfig(kind, port, path, value, status, checkCertificate, command, address);
  }

  ProbeConfig withStatus(String value) {
    return new ProbeConfig(kind, port, path, method, value, checkCertificate, command, address);
  }

  ProbeConfig withCheckCertificate(boolean value) {
    return new ProbeConfig(kind, port, path, method, status, value, command, address);
  }

  ProbeConfig withCommand(String value) {
    return new ProbeConfig(
        kind, port, path, method, status, checkCertificate, Optional.of(value), address);
  }

  ProbeConfig withAddress(ProbeAddress value) {
    return new ProbeConfig(kind, port, path, method, status, checkCertificate, command, value);
  }

  /**
   * A probe over HTTP.
   *
   * @param port the machine's port
   * @param path the path of the request
   * @return a probe with the method GET, to a private address
   */
  public static ProbeConfig http(int port, String path) {
    return none().withKind(ProbeKind.HTTP).withPort(port).withPath(path);
  }

  /**
   * A probe that connects.
   *
   * @param port the machine's port
   * @return a probe over TCP, to a private address
   */
  public static ProbeConfig tcp(int port) {
    return none().withKind(ProbeKind.TCP).withPort(port);
  }
}
