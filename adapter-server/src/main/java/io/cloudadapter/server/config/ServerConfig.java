package io.cloudadapter.server.config;

import io.cloudadapter.server.jetty.JettyVersions;
import io.cloudadapter.server.options.AccessConfig;
import io.cloudadapter.server.options.AccessGrant;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.MachinePrices;
import io.cloudadapter.server.options.OidcIssuer;
import io.cloudadapter.server.options.SenlinCatalog;
import io.cloudadapter.server.options.ServerLimits;
import io.cloudadapter.server.options.TlsConfig;
import io.cloudadapter.server.security.CredentialFileCheck;
import io.cloudadapter.spi.config.ConfigError;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The addresses of a server, and who may use it.
 *
 * @param address where to listen
 * @param port the port, 0 for any that is free
 * @param tls how connections are secured; a self-signed certificate in the data directory if empty
 * @param clientCa who signs client certificates, if they are accepted
 * @param clients the permissions of each client certificate, by name
 * @param tokens the bearer tokens that are accepted
 * @param limits the bounds of what clients can ask for
 * @param senlin what the service catalog names to Senlin's clients
 * @param access the settings about callers beside their credentials
 * @param prices the prices of machines, from which the overview has the cost of pools
 */
public record ServerConfig(
    String address,
    int port,
    Optional<TlsConfig> tls,
    Optional<Path> clientCa,
    Map<String, AccessGrant> clients,
    List<BearerToken> tokens,
    ServerLimits limits,
    SenlinCatalog senlin,
    AccessConfig access,
    MachinePrices prices) {

  /** Copies the collections. */
  public ServerConfig {
    clients = Map.copyOf(clients);
    tokens = List.copyOf(tokens);
  }

  /**
   * A server with the usual service catalog.
   *
   * @param address where to listen
   * @param port the port, 0 for any that is free
   * @param tls how connections are secured; a self-signed certificate in the data directory if empty
   * @param clientCa who signs client certificates, if they are accepted
   * @param clients the permissions of each client certificate, by name
   * @param tokens the bearer tokens that are accepted
   * @param limits the bounds of what clients can ask for
   */
  public ServerConfig(
      String address,
      int port,
      Optional<TlsConfig> tls,
      Optional<Path> clientCa,
      Map<String, AccessGrant> clients,
      List<BearerToken> tokens,
      ServerLimits limits) {
    this(
        address,
        port,
        tls,
        clientCa,
        clients,
        tokens,
        limits,
        SenlinCatalog.usual(),
        AccessConfig.usual(),
        MachinePrices.none());
  }

  /**
   * The same on another port.
   *
   * @param other 0 to 65535
   * @return the configuration with that port
   */
  public ServerConfig withPort(int other) {
    return new ServerConfig(
        address, other, tls, clientCa, clients, tokens, limits, senlin, access, prices);
  }

  /**
   * The same with other settings about callers.
   *
   * @param other the settings
   * @return the configuration with them
   */
  public ServerConfig withAccess(AccessConfig other) {
    return new ServerConfig(
        address, port, tls, clientCa, clients, tokens, limits, senlin, other, prices);
  }

  /**
   * What is wrong with the files that it names, and whether its address is known here; reads, and changes
   * nothing.
   *
   * @param tlsDirectory where a self-signed certificate is kept
   * @return every fault that {@link io.cloudadapter.server.AdapterServer.Builder#start} would refuse
   */
  public List<ConfigError> check(Path tlsDirectory) {
    Optional<String> unfit = JettyVersions.problem();
    if (unfit.isPresent()) {
      return List.of(new ConfigError("server", "cannot start: " + unfit.get()));
    }
    List<ConfigError> faults = new ArrayList<>();
    try {
      InetAddress.getByName(address);
    } catch (UnknownHostException e) {
      faults.add(new ConfigError("address", "is unknown on this machine, was " + address));
    }
    faults.addAll(CredentialFileCheck.faults(tls(tlsDirectory), clientCa, clients, tokens));
    access
        .audit()
        .file()
        .filter(file -> !Files.isDirectory(file.toAbsolutePath().resolveSibling("")))
        .ifPresent(file -> faults.add(
            new ConfigError("audit.file", "is in a directory that is not there, was " + file)));
    for (OidcIssuer issuer : access.issuers()) {
      issuer
          .ca()
          .filter(file -> !Files.isReadable(file))
          .ifPresent(file -> faults.add(new ConfigError(
              "oidc", "has a ca of " + issuer.issuer() + " that cannot be read: " + file)));
    }
    return faults.stream().map(fault -> fault.under("server.")).toList();
  }

  /**
   * The certificate that the server shows: as configured, else a self-signed one.
   *
   * @param tlsDirectory where a self-signed certificate is kept
   * @return certificate and key
   */
  public TlsConfig tls(Path tlsDirectory) {
    return tls.orElseGet(() -> TlsConfig.selfSigned(tlsDirectory));
  }
}
