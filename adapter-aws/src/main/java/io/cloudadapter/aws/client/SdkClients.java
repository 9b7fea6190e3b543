package io.cloudadapter.aws.client;

import java.net.URI;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.auth.credentials.AnonymousCredentialsProvider;
import software.amazon.awssdk.auth.credentials.AwsCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.awscore.AwsRequestOverrideConfiguration;
import software.amazon.awssdk.awscore.client.builder.AwsClientBuilder;
import software.amazon.awssdk.awscore.client.builder.AwsSyncClientBuilder;
import software.amazon.awssdk.awscore.retry.AwsRetryStrategy;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.autoscaling.AutoScalingClient;
import software.amazon.awssdk.services.ec2.Ec2Client;
import software.amazon.awssdk.services.elasticloadbalancingv2.ElasticLoadBalancingV2Client;
import software.amazon.awssdk.services.sns.SnsClient;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sts.StsClient;
import software.amazon.awssdk.utils.SdkAutoCloseable;

/** The SDK's clients for one region. They never repeat a request, and send through our transport only. */
final class SdkClients implements AutoCloseable {
  final Region region;
  final Ec2Client ec2;
  final StsClient sts;
  private final Optional<URI> endpoint;
  private final SdkHttpAdapter http;

  /** Made when they are first needed, by few; guarded by this. */
  private @Nullable ElasticLoadBalancingV2Client elb;

  private @Nullable AutoScalingClient autoScaling;
  private @Nullable SnsClient sns;
  private @Nullable SqsClient sqs;

  SdkClients(Region region, Optional<URI> endpoint, SdkHttpAdapter http) {
    this.region = region;
    this.endpoint = endpoint;
    this.http = http;
    ec2 = build(Ec2Client.builder(), region, endpoint, http);
    sts = build(StsClient.builder(), region, endpoint, http);
  }

  synchronized ElasticLoadBalancingV2Client elb() {
    if (elb == null) {
      elb = build(ElasticLoadBalancingV2Client.builder(), region, endpoint, http);
    }
    return elb;
  }

  synchronized AutoScalingClient autoScaling() {
    if (autoScaling == null) {
      autoScaling = build(AutoScalingClient.builder(), region, endpoint, http);
    }
    return autoScaling;
  }

  synchronized SnsClient sns() {
    if (sns == null) {
      sns = build(SnsClient.builder(), region, endpoint, http);
    }
    return sns;
  }

  synchronized SqsClient sqs() {
    if (sqs == null) {
      sqs = build(SqsClient.builder(), region, endpoint, http);
    }
    return sqs;
  }

  private static <B extends AwsSyncClientBuilder<B, C> & AwsClientBuilder<B, C>, C> C build(
      B builder, Region region, Optional<URI> endpoint, SdkHttpAdapter http) {
    builder.region(region).httpClient(http);
    // Each request has its own.
    builder.credentialsProvider(AnonymousCredentialsProvider.create());
    endpoint.ifPresent(builder::endpointOverride);
    // The transport keeps the deadline. A timer of the SDK would interrupt the thread, which means
    // a call that was
    // cancelled.
    builder.overrideConfiguration(all -> all.retryStrategy(AwsRetryStrategy.doNotRetry()));
    return builder.build();
  }

  /** What goes with one request. */
  static AwsRequestOverrideConfiguration with(AwsCredentials credentials, String trace) {
    return AwsRequestOverrideConfiguration.builder()
        .credentialsProvider(StaticCredentialsProvider.create(credentials))
        // CloudTrail keeps it.
        .addApiName(name -> name.name("trace").version(trace))
        .build();
  }

  @Override
  public synchronized void close() {
    ec2.close();
    sts.close();
    Stream.of(elb, autoScaling, sns, sqs).filter(Objects::nonNull).forEach(SdkAutoCloseable::close);
  }
}
