package io.cloudadapter.aws;

import io.cloudadapter.aws.client.AwsErrorClassifier;
import io.cloudadapter.aws.client.FailureScope;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.testkit.subject.ErrorCase;
import io.cloudadapter.testkit.wire.ErrorDialect;
import io.cloudadapter.testkit.wire.ProxyReply;
import io.cloudadapter.testkit.wire.RecordedExchange;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How AWS says no: what the wire answers in its place, and the errors of EC2. */
public enum AwsDialect implements ErrorDialect {
  AWS;

  private static final Pattern ACTION = Pattern.compile("(?:^|&)Action=([A-Za-z]+)");

  @Override
  public ProxyReply unavailable() {
    return ec2(503, "Unavailable", "The server is overloaded and can't handle the request.");
  }

  @Override
  public ProxyReply throttled(Duration retryAfter) {
    return ec2(503, "RequestLimitExceeded", "Request limit exceeded.")
        .with("Retry-After", Long.toString(retryAfter.toSeconds()));
  }

  @Override
  public ProxyReply unauthenticated() {
    return ec2(401, "AuthFailure", "AWS was not able to validate the provided access credentials");
  }

  /** Of a session that is over, EC2 says so with 400. */
  @Override
  public boolean refusesCredentials(ProxyReply reply) {
    return reply.status() == 401 || reply.text().contains("<Code>RequestExpired</Code>");
  }

  @Override
  public Optional<ProxyReply> capacity() {
    return Optional.of(ec2(
        500,
        "InsufficientInstanceCapacity",
        "We currently do not have sufficient capacity in the Availability Zone you requested."));
  }

  @Override
  public Optional<ProxyReply> quota() {
    return Optional.of(ec2(
        400,
        "VcpuLimitExceeded",
        "You have requested more vCPU capacity than your current vCPU limit of 32 allows."));
  }

  /** Every request is a POST: the action tells what it is for. */
  @Override
  public RequestKind verb(RecordedExchange exchange) {
    String action = action(exchange);
    if (action.startsWith("Describe")
        || action.startsWith("Get")
        || action.startsWith("Receive")
        || login(exchange)) {
      return RequestKind.READ;
    }
    return switch (action) {
      case "RunInstances", "CreateFleet", "SetDesiredCapacity" -> RequestKind.LAUNCH;
      case "TerminateInstances", "TerminateInstanceInAutoScalingGroup" -> RequestKind.TERMINATE;
      case "CreateOrUpdateTags", "AttachInstances", "DetachInstances" -> RequestKind.MARK;
      case "CreateTags", "DeleteTags" ->
        exchange.text().contains("ResourceId.1=rtb-") ? RequestKind.ACT : RequestKind.MARK;
      default -> RequestKind.ACT;
    };
  }

  private static String action(RecordedExchange exchange) {
    Matcher match = ACTION.matcher(exchange.text());
    return match.find()
        ? match.group(1)
        : exchange
            .header("X-Amz-Target")
            .map(name -> name.replaceAll(".*\\.", ""))
            .orElse("");
  }

  /** What answers it must not show. */
  @Override
  public boolean login(RecordedExchange exchange) {
    return action(exchange).equals("AssumeRole");
  }

  /** Every row of the table, as an answer to a request, but for those after which another one follows. */
  public List<ErrorCase> errors() {
    return errors(FakeTestCloud.PLACE);
  }

  /** The same, for requests about a place. */
  public List<ErrorCase> errors(FailureScope place) {
    List<ErrorCase> cases = new ArrayList<>();
    for (AwsErrorClassifier.Row row : AwsErrorClassifier.TABLE) {
      if (row.kind() == Kind.UNAUTHENTICATED) {
        continue;
      }
      RequestKind verb = verb(row);
      int status = row.effect() == Effect.UNKNOWN ? 500 : 400;
      cases.add(new ErrorCase(
          row.code(),
          verb,
          ec2(status, row.code(), "as documented"),
          row.kind(),
          verb == RequestKind.READ ? Effect.NONE : row.effect(),
          AwsErrorClassifier.scope(row.reach(), place).level()));
    }
    return cases;
  }

  /** A request that is answered so, and that the adapter does not understand otherwise. */
  private static RequestKind verb(AwsErrorClassifier.Row row) {
    return row.reach() == AwsErrorClassifier.Reach.MACHINE ? RequestKind.ACT : RequestKind.LAUNCH;
  }

  static ProxyReply ec2(int status, String code, String message) {
    String body =
        ("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<Response><Errors><Error><Code>%s</Code>"
                + "<Message>%s</Message></Error></Errors><RequestID>req-wire</RequestID></Response>")
            .formatted(code, message);
    return ProxyReply.of(status, "text/xml;charset=UTF-8", body);
  }
}
