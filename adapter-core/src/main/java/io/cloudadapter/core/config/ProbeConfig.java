package io.cloudadapter.core.config;

import java.net.URI;
import java.net.URISyntaxException;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a health probe asks of a machine.
 *
 * @param kind how it asks
 * @param port the machine's port, 1 to 65,535; by default 80 for HTTP and 443 for HTTPS; TCP needs one
 * @param path the path of a request, with its query; by default {@code /}. {@value #MACHINE} in it stands for the
 *     machine's id
 * @param method the method of a request; replies to HEAD have no body, and so never the response
 * @param status the statuses of replies that are well: {@code 200}, or {@code 200-399}
 * @param checkCertificate whether the certificate of HTTPS must be valid for the machine's address
 * @param command the name of the operator's command; COMMAND needs one
 * @param address which address of the machine it reaches
 * @param response a regular expression in the syntax of RE2, without counted repetition, that the first 64 KiB of a
 *     reply's body must have somewhere; at most 200 characters
 * @param host another host that a request goes to instead of the machine; the prober must have been given it
 */
public record ProbeConfig(
    ProbeKind kind,
    OptionalInt port,
    String path,
    ProbeMethod method,
    String status,
    boolean checkCertificate,
    Optional<String> command,
    ProbeAddress address,
    Optional<String> response,
    Optional<String> host) {
  /** Stands for the machine's id in a path. */
  public static final String MACHINE = "{machine}";

  private static final Pattern PATH = Pattern.compile("/[\\x21-\\x7e&&[^#\\\\]]{0,1023}");
  private static final Pattern STATUS = Pattern.compile("([1-5][0-9]{2})(?:-([1-5][0-9]{2}))?");
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{0,29}");
  private static final Pattern HOST =
      Pattern.compile("[A-Za-z0-9.-]{1,253}|\\[[0-9A-Fa-f:.]{2,45}]");
  private static final Pattern COUNTED = Pattern.compile("\\{[0-9,]");
  private static final int LONGEST_RESPONSE = 200;
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
    if (response.filter(ProbeConfig::isNoResponse).isPresent()) {
      throw new IllegalArgumentException("health.response must be a regular expression of 1 to "
          + LONGEST_RESPONSE + " characters without counted repetition, was " + response.get());
    }
    if (host.filter(name -> !HOST.matcher(name).matches()).isPresent()) {
      throw new IllegalArgumentException(
          "health.host must be the name or the address of a host, was " + host.get());
    }
  }

  /** A counted repetition may need memory for each repetition, and those of several multiply. */
  private static boolean isNoResponse(String pattern) {
    return pattern.isEmpty()
        || pattern.length() > LONGEST_RESPONSE
        || COUNTED.matcher(pattern).find();
  }

  private static boolean isUri(String path) {
    try {
      return new URI("http://machine" + path.replace(MACHINE, "m")).getHost() != null;
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
        ProbeAddress.PRIVATE,
        Optional.empty(),
        Optional.empty());
  }

  /** Refuses a kind that lacks what it needs. */
  void checkComplete() {
    if (kind == ProbeKind.TCP && port.isEmpty()) {
      throw new IllegalArgumentException("health.port must be set, as health.probe is tcp");
    }
    if (kind == ProbeKind.COMMAND && command.isEmpty()) {
      throw new IllegalArgumentException("health.command must be set, as health.probe is command");
    }
    boolean requests = kind == ProbeKind.HTTP || kind == ProbeKind.HTTPS;
    if (!requests && (host.isPresent() || response.isPresent())) {
      throw new IllegalArgumentException((host.isPresent() ? "health.host" : "health.response")
          + " must not be set, as health.probe is "
          + kind.name().toLowerCase(Locale.ROOT) + "; it is for http and https");
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
    return edit(edit -> edit.kind = value);
  }

  ProbeConfig withPort(int value) {
    return edit(edit -> edit.port = OptionalInt.of(value));
  }

  ProbeConfig withPath(String value) {
    return edit(edit -> edit.path = value);
  }

  ProbeConfig withMethod(ProbeMethod value) {
    return edit(edit -> edit.method = value);
  }

  ProbeConfig withStatus(String value) {
    return edit(edit -> edit.status = value);
  }

  /**
   * Returns the same with another check of certificates.
   *
   * @param value whether the certificate of HTTPS must be valid
   * @return the changed probe
   */
  public ProbeConfig withCheckCertificate(boolean value) {
    return edit(edit -> edit.checkCertificate = value);
  }

  ProbeConfig withCommand(String value) {
    return edit(edit -> edit.command = Optional.of(value));
  }

  ProbeConfig withAddress(ProbeAddress value) {
    return edit(edit -> edit.address = value);
  }

  /**
   * Returns the same with an expected response.
   *
   * @param value a regular expression in the syntax of RE2
   * @return the changed probe
   */
  public ProbeConfig withResponse(String value) {
    return edit(edit -> edit.response = Optional.of(value));
  }

  /**
   * Returns the same, asking another host.
   *
   * @param value a host that the prober was given
   * @return the changed probe
   */
  public ProbeConfig withHost(String value) {
    return edit(edit -> edit.host = Optional.of(value));
  }

  private ProbeConfig edit(Consumer<Edit> change) {
    Edit edit = new Edit();
    change.accept(edit);
    return new ProbeConfig(
        edit.kind,
        edit.port,
        edit.path,
        edit.method,
        edit.status,
        edit.checkCertificate,
        edit.command,
        edit.address,
        edit.response,
        edit.host);
  }

  /** The fields, open for a moment. */
  private final class Edit {
    private ProbeKind kind = ProbeConfig.this.kind;
    private OptionalInt port = ProbeConfig.this.port;
    private String path = ProbeConfig.this.path;
    private ProbeMethod method = ProbeConfig.this.method;
    private String status = ProbeConfig.this.status;
    private boolean checkCertificate = ProbeConfig.this.checkCertificate;
    private Optional<String> command = ProbeConfig.this.command;
    private ProbeAddress address = ProbeConfig.this.address;
    private Optional<String> response = ProbeConfig.this.response;
    private Optional<String> host = ProbeConfig.this.host;
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

  /**
   * A probe over HTTPS.
   *
   * @param port the machine's port
   * @param path the path of the request
   * @return a probe with the method GET, to a private address, that takes any certificate
   */
  public static ProbeConfig https(int port, String path) {
    return none().withKind(ProbeKind.HTTPS).withPort(port).withPath(path);
  }
}
