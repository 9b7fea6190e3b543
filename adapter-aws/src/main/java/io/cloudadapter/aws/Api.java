package io.cloudadapter.aws;

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
final class Api implements AutoCloseable {
  private final Settings settings;
  private final Wire wire;
  private final Login login;
  private final Keys keys;

  /** Made at the first request, since it takes files to make; guarded by this. */
  private @Nullable Services services;

  Api(Settings settings, Wire wire, ProviderEnvironment environment) {
    this.settings = settings;
    this.wire = wire;
    this.login = new Login(settings, this, wire);
    this.keys = new Keys(login, wire, environment.ticker());
  }

  /** Refuses calls that begin after the close. */
  void checkOpen() {
    wire.checkOpen();
  }

  /** The region, as the account or the SDK's chain says. */
  String region(CallContext call) {
    return services(call).region.id();
  }

  <T> T ec2(
      Asked asked,
      CallContext call,
      BiFunction<Ec2Client, AwsRequestOverrideConfiguration, T> request) {
    Services to = services(call);
    return exchange(asked, call, with -> request.apply(to.ec2, with));
  }

  <T> T elb(
      Asked asked,
      CallContext call,
      BiFunction<ElasticLoadBalancingV2Client, AwsRequestOverrideConfiguration, T> request) {
    Services to = services(call);
    return exchange(asked, call, with -> request.apply(to.elb(), with));
  }

  <T> T autoScaling(
      Asked asked,
      CallContext call,
      BiFunction<AutoScalingClient, AwsRequestOverrideConfiguration, T> request) {
    Services to = services(call);
    return exchange(asked, call, with -> request.apply(to.autoScaling(), with));
  }

  <T> T sns(
      Asked asked,
      CallContext call,
      BiFunction<SnsClient, AwsRequestOverrideConfiguration, T> request) {
    Services to = services(call);
    return exchange(asked, call, with -> request.apply(to.sns(), with));
  }

  <T> T sqs(
      Asked asked,
      CallContext call,
      BiFunction<SqsClient, AwsRequestOverrideConfiguration, T> request) {
    Services to = services(call);
    return exchange(asked, call, with -> request.apply(to.sqs(), with));
  }

  <T> T sts(
      Asked asked,
      CallContext call,
      BiFunction<StsClient, AwsRequestOverrideConfiguration, T> request) {
    Services to = services(call);
    return exchange(asked, call, with -> request.apply(to.sts, with));
  }

  /** A request under these credentials and no others: a login. */
  <T> T sts(
      Asked asked,
      AwsCredentials credentials,
      CallContext call,
      BiFunction<StsClient, AwsRequestOverrideConfiguration, T> request) {
    Services to = services(call);
    return attempt(asked, credentials, call, with -> request.apply(to.sts, with));
  }

  /**
   * Sends a request, and once more if its credentials were refused: a service looks at them before it does anything, so
   * that is no repetition of a write.
   */
  private <T> T exchange(
      Asked asked, CallContext call, Function<AwsRequestOverrideConfiguration, T> request) {
    AwsCredentials first = keys.get(call);
    try {
      return attempt(asked, first, call, request);
    } catch (CloudException e) {
      if (!Refusals.isOfCredentials(e)) {
        throw e;
      }
    }
    keys.expired(first);
    return attempt(asked, keys.get(call), call, request);
  }

  private <T> T attempt(
      Asked asked,
      AwsCredentials credentials,
      CallContext call,
      Function<AwsRequestOverrideConfiguration, T> request) {
    return wire.during(
        new Exchange(asked, call),
        () -> request.apply(Services.with(credentials, call.remaining(), call.traceId())));
  }

  private Services services(CallContext call) {
    wire.checkGoing();
    Services made = made();
    if (made != null) {
      return made;
    }
    Region region = Region.of(settings.region.orElseGet(() -> regionFromChain(call)));
    return make(region);
  }

  private String regionFromChain(CallContext call) {
    return wire.outside(
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

  private synchronized @Nullable Services made() {
    return services;
  }

  private synchronized Services make(Region region) {
    wire.checkGoing();
    if (services == null) {
      services = new Services(region, settings.endpoint, wire);
    }
    return services;
  }

  @Override
  public void close() {
    wire.close();
    login.close();
    closeServices();
  }

  private synchronized void closeServices() {
    if (services != null) {
      services.close();
    }
  }
}
