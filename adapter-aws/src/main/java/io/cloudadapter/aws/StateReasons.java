package io.cloudadapter.aws;

import io.cloudadapter.aws.client.AwsErrorClassifier;
import io.cloudadapter.aws.client.AwsErrorClassifier.Reach;
import io.cloudadapter.aws.client.FailureScope;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchFailure;
import java.util.List;
import java.util.Optional;

/** Why instances end that were accepted and could not be made; see {@code docs/reference/aws-errors.md}. */
final class StateReasons {

  /**
   * A row of the table.
   *
   * @param code of the instance's state reason
   */
  record Row(String code, Kind kind, Reach reach) {}

  static final List<Row> TABLE = List.of(
      new Row("Server.InsufficientInstanceCapacity", Kind.CAPACITY, Reach.SHORTAGE),
      new Row("Client.VolumeLimitExceeded", Kind.QUOTA, Reach.ACCOUNT),
      new Row("Client.InvalidSnapshot.NotFound", Kind.NOT_FOUND, Reach.ACCOUNT),
      new Row("Client.InternalError", Kind.INVALID, Reach.ACCOUNT),
      new Row("Server.InternalError", Kind.UNAVAILABLE, Reach.MACHINE));

  private static final int LONGEST = 300;

  private StateReasons() {}

  /**
   * Returns the launch failure in a state reason; empty if the instance ended for another reason.
   *
   * @param code of the reason
   * @param message EC2's words
   */
  static Optional<LaunchFailure> of(String code, String message, FailureScope place) {
    String shown = message.length() > LONGEST ? message.substring(0, LONGEST) : message;
    return TABLE.stream()
        .filter(row -> row.code().equals(code))
        .findFirst()
        .map(row -> new LaunchFailure(
            row.kind(),
            AwsErrorClassifier.scope(row.reach(), place),
            shown.isEmpty() ? code : shown));
  }
}
