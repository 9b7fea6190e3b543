package io.cloudadapter.aws;

/** The services that we ask. */
enum Service {
  EC2("ec2"),
  STS("sts"),
  ELB("elasticloadbalancing");

  /** What IAM's policies call it. */
  final String word;

  Service(String word) {
    this.word = word;
  }
}
