package io.cloudadapter.aws.client;

/** The services that we ask. */
public enum AwsService {
  EC2("ec2", false),
  STS("sts", false),
  ELB("elasticloadbalancing", false),
  AUTOSCALING("autoscaling", false),
  SNS("sns", false),
  SQS("sqs", true);

  /** What IAM's policies call it. */
  final String word;

  /** Whether it answers in JSON, and not in XML. */
  final boolean json;

  AwsService(String word, boolean json) {
    this.word = word;
    this.json = json;
  }
}
