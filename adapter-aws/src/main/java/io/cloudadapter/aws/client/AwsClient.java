package io.cloudadapter.aws.client;

import io.cloudadapter.http.HttpTransport;
import io.cloudadapter.http.TokenSession;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ProviderEnvironment;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.regions.providers.DefaultAwsRegionProviderChain;
import software.amazon.awssdk.services.autoscaling.AutoScalingClient;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.elasticloadbalancingv2.ElasticLoadBalancingV2Client;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sts.StsClient;

/** Requests with credentials, to the services of one region. */
public final class AwsClient implements AutoCloseable {
  private final AwsConfig settings;
  private final HttpTransport transport;
  private final SdkHttpAdapter http;
  private final AwsCredentialSource login;
  private final TokenSession<AwsCredentials> keys;

  /** Made at the first request, since it takes files to make; guarded by this. */
  private @Nullable SdkClients services;

  public AwsClient(AwsConfig settings, HttpTransport transport, ProviderEnvironment environment) {
    this.settings = settings;
    this.transport = transport;
    this.http = new SdkHttpAdapter(transport);
    this.login = new AwsCredentialSource(settings, this, http);
    this.keys = new TokenSession<>("fetching credentials", login, transport, environment.ticker());
  }

  /** Refuses calls that begin after the close. */
  public void checkOpen() {
    transport.checkOpen();
  }

  /** The region, as the account or the SDK's chain says. */
  public String region(CallContext call) {
    return services(call).region.id();
  }

  public <T> T ec2(
      ApiCall asked,
      CallContext call,
      BiFunction<Ec2Client, AwsRequestOverrideConfiguration, T> request) {
    SdkClients to = services(call);
    return exchange(asked, call, with -> request.apply(to.ec2, with));
  }

  public <T> T elb(
      ApiCall asked,
      CallContext call,
      BiFunction<ElasticLoadBalancingV2Client, AwsRequestOverrideConfiguration, T> request) {
    SdkClients to = services(call);
    return exchange(asked, call, with -> request.apply(to.elb(), with));
  }

  public <T> T autoScaling(
      ApiCall asked,
      CallContext call,
      BiFunction<AutoScalingClient, AwsRequestOverrideConfiguration, T> request) {
    SdkClients to = services(call);
    return exchange(asked, call, with -> request.apply(to.autoScaling(), with));
  }

  public <T> T sns(
      ApiCall asked,
      CallContext call,
      BiFunction<SnsClient, AwsRequestOverrideConfiguration, T> request) {
    SdkClients to = services(call);
    return exchange(asked, call, with -> request.apply(to.sns(), with));
  }

  public <T> T sqs(
      ApiCall asked,
      CallContext call,
      BiFunction<SqsClient, AwsRequestOverrideConfiguration, T> request) {
    SdkClients to = services(call);
    return exchange(asked, call, with -> request.apply(to.sqs(), with));
  }

  public <T> T sts(
      ApiCall asked,
      CallContext call,
      BiFunction<StsClient, AwsRequestOverrideConfiguration, T> request) {
    SdkClients to = services(call);
    return exchange(asked, call, with -> request.apply(to.sts, with));
  }

  /** A request under these credentials and no others: a login. */
  <T> T sts(
      ApiCall asked,
      AwsCredentials credentials,
      CallContext call,
      BiFunction<StsClient, AwsRequestOverrideConfiguration, T> request) {
    SdkClients to = services(call);
    return attempt(asked, credentials, call, with -> request.apply(to.sts, with));
  }

  /**
   * Sends a request, and once more if its credentials were refused: a service looks at them before it does anything, so
   * that is no repetition of a write.
   */
  private <T> T exchange(
      ApiCall asked, CallContext call, Function<AwsRequestOverrideConfiguration, T> request) {
    AwsCredentials first = keys.get(call);
    try {
      return attempt(asked, first, call, request);
    } catch (CloudException e) {
      if (!AwsErrorClassifier.isOfCredentials(e)) {
        throw e;
      }
    }
    keys.refused(first);
    return attempt(asked, keys.get(call), call, request);
  }

  private <T> T attempt(
      ApiCall asked,
      AwsCredentials credentials,
      CallContext call,
      Function<AwsRequestOverrideConfiguration, T> request) {
    return http.during(
        new SdkExchange(asked, call),
        () -> request.apply(SdkClients.with(credentials, call.traceId())));
  }

  private SdkClients services(CallContext call) {
    transport.checkNotClosed();
    SdkClients made = made();
    if (made != null) {
      return made;
    }
    Region region = Region.of(settings.region.orElseGet(() -> regionFromChain(call)));
    return make(region);
  }

  private String regionFromChain(CallContext call) {
    return http.outside(
            () -> DefaultAwsRegionProviderChain.builder()
                .profileName(settings.profile.orElse(null))
                .build()
                .getRegion()
                .id(),
            "looking for a region",
            call)
        .orElseThrow(() -> CloudException.of(
                Kind.INVALID,
                Effect.NONE,
                "there is no region: the account names none, and the AWS SDK finds none in variables, files"
                    + " and instance")
            .build());
  }

  private synchronized @Nullable SdkClients made() {
    return services;
  }

  private synchronized SdkClients make(Region region) {
    transport.checkNotClosed();
    if (services == null) {
      services = new SdkClients(region, settings.endpoint, http);
    }
    return services;
  }

  @Override
  public void close() {
    http.close();
    login.close();
    closeServices();
  }

  private synchronized void closeServices() {
    if (services != null) {
      services.close();
    }
  }
}
