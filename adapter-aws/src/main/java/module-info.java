/** Machines of AWS; found by {@link java.util.ServiceLoader}. */
module io.cloudadapter.aws {
  requires static org.jspecify;
  requires transitive io.cloudadapter.api;
  requires io.cloudadapter.http;
  requires com.fasterxml.jackson.databind;
  requires com.google.common;
  requires java.net.http;
  requires java.xml;
  requires software.amazon.awssdk.auth;
  requires software.amazon.awssdk.awscore;
  requires software.amazon.awssdk.core;
  requires software.amazon.awssdk.http;
  requires software.amazon.awssdk.identity.spi;
  requires software.amazon.awssdk.regions;
  requires software.amazon.awssdk.retries.api;
  requires software.amazon.awssdk.services.autoscaling;
  requires software.amazon.awssdk.services.ec2;
  requires software.amazon.awssdk.services.elasticloadbalancingv2;
  requires software.amazon.awssdk.services.sns;
  requires software.amazon.awssdk.services.sqs;
  requires software.amazon.awssdk.services.sts;
  requires software.amazon.awssdk.utils;

  exports io.cloudadapter.aws;

  provides io.cloudadapter.spi.MachineProviderFactory with
      io.cloudadapter.aws.AwsProviderFactory,
      io.cloudadapter.aws.asg.AsgProviderFactory;
}
