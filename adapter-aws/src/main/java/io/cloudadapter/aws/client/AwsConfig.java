package io.cloudadapter.aws.client;

import io.cloudadapter.api.Secret;
import io.cloudadapter.http.HttpAddress;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import io.cloudadapter.spi.config.ProviderConfig;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.AwsSessionCredentials;

/** The keys of an account, checked as far as that needs neither network nor files. Shows no secret. */
public final class AwsConfig {
  final Optional<String> region;
  final Optional<URI> endpoint;
  final Optional<String> profile;
  final Optional<String> role;
  final String session;
  public final Optional<String> caFile;
  public final List<String> balancerSubnets;
  public final boolean internalBalancers;
  public final Optional<String> spotQueue;
  private final Optional<String> accessKey;
  private final Optional<Secret> secretKey;
  private final Optional<Secret> token;
  private final Optional<Secret> externalId;

  private AwsConfig(ProviderConfig config) {
    region = text(config, "region");
    endpoint = config.has("endpoint") ? Optional.of(config.uri("endpoint")) : Optional.empty();
    profile = text(config, "profile");
    role = text(config, "roleArn");
    session = config.text("roleSession");
    caFile = text(config, "caFile");
    balancerSubnets = config.list("loadBalancerSubnets");
    internalBalancers = config.has("internalLoadBalancers") && config.flag("internalLoadBalancers");
    spotQueue = text(config, "spotQueue");
    accessKey = text(config, "accessKeyId");
    secretKey = secret(config, "secretAccessKey");
    token = secret(config, "sessionToken");
    externalId = secret(config, "externalId");
  }

  /**
   * Reads the keys.
   *
   * @throws ConfigException with all that is wrong
   */
  public static AwsConfig of(ProviderConfig config) {
    return of(config, List.of());
  }

  /** The same, of an account with further keys, in which this is wrong. */
  public static AwsConfig of(ProviderConfig config, List<ConfigError> others) {
    AwsConfig settings = new AwsConfig(config);
    List<ConfigError> faults = settings.faults();
    faults.addAll(others);
    if (!faults.isEmpty()) {
      throw new ConfigException(faults);
    }
    return settings;
  }

  private List<ConfigError> faults() {
    List<ConfigError> faults = new ArrayList<>();
    endpoint
        .filter(address -> !HttpAddress.isBase(address))
        .ifPresent(address -> faults.add(new ConfigError(
            "endpoint", "must be http or https with a host and no query, was " + address)));
    region
        .filter(name -> !name.matches("[a-z]{2,}(-[a-z]+)+-[0-9]+"))
        .ifPresent(name -> faults.add(
            new ConfigError("region", "must be a region such as eu-north-1, was " + name)));
    if (accessKey.isPresent() && secretKey.isEmpty()) {
      faults.add(new ConfigError("secretAccessKey", "is missing beside accessKeyId"));
    }
    if (accessKey.isEmpty() && (secretKey.isPresent() || token.isPresent())) {
      faults.add(
          new ConfigError("accessKeyId", "is missing beside secretAccessKey or sessionToken"));
    }
    if (accessKey.isPresent() && profile.isPresent()) {
      faults.add(new ConfigError("profile", "must be left out beside accessKeyId"));
    }
    if (externalId.isPresent() && role.isEmpty()) {
      faults.add(new ConfigError("roleArn", "is missing beside externalId"));
    }
    role.filter(arn -> !arn.matches("arn:aws[a-z-]*:iam::[0-9]{12}:role/.+"))
        .ifPresent(arn -> faults.add(new ConfigError(
            "roleArn", "must be such as arn:aws:iam::123456789012:role/pools, was " + arn)));
    spotQueue
        .filter(queue -> !QueueUrl.matches(queue))
        .ifPresent(queue -> faults.add(new ConfigError(
            "spotQueue",
            "must be the URL of a queue, such as"
                + " https://sqs.eu-north-1.amazonaws.com/111122223333/spots, was another text, of "
                + queue.length() + " characters")));
    if (!session.matches("[\\w+=,.@-]{2,64}")) {
      faults.add(new ConfigError(
          "roleSession", "must be 2 to 64 of letters, digits and _+=,.@-, was " + session));
    }
    return faults;
  }

  private static Optional<String> text(ProviderConfig config, String key) {
    return config.has(key) ? Optional.of(config.text(key)) : Optional.empty();
  }

  private static Optional<Secret> secret(ProviderConfig config, String key) {
    return config.has(key) ? Optional.of(config.secret(key)) : Optional.empty();
  }

  /** The keys that the account names itself, if it does. */
  Optional<AwsCredentials> keys() {
    if (accessKey.isEmpty()) {
      return Optional.empty();
    }
    String id = accessKey.get();
    String secret = secretKey.map(Secret::reveal).orElse("");
    return Optional.of(token
        .<AwsCredentials>map(session -> AwsSessionCredentials.create(id, secret, session.reveal()))
        .orElseGet(() -> AwsBasicCredentials.create(id, secret)));
  }

  Optional<String> externalId() {
    return externalId.map(Secret::reveal);
  }
}
