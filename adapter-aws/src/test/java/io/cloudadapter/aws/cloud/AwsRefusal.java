package io.cloudadapter.aws.cloud;

/** An error, in the words of the service that refuses. */
final class AwsRefusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  final int status;
  final String code;

  AwsRefusal(int status, String code, String message) {
    super(message);
    this.status = status;
    this.code = code;
  }

  static AwsRefusal wrong(String code, String message) {
    return new AwsRefusal(400, code, message);
  }

  /** Refuses what is not so. */
  static void require(boolean well, String code, String message) {
    if (!well) {
      throw wrong(code, message);
    }
  }

  static AwsRefusal noInstance(String id) {
    return wrong("InvalidInstanceID.NotFound", "The instance ID '" + id + "' does not exist");
  }
}
