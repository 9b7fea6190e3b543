package io.cloudadapter.aws.cloud;

import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** The front door of all services: who asks, what for, and the answer as each service writes it. */
final class FakeEndpoint {
  private static final String EC2 = "http://ec2.amazonaws.com/doc/2016-11-15/";
  private static final String ELB = "http://elasticloadbalancing.amazonaws.com/doc/2015-12-01/";
  private static final String ASG = "http://autoscaling.amazonaws.com/doc/2011-01-01/";
  private static final String SNS = "http://sns.amazonaws.com/doc/2010-03-31/";
  private static final String STS = "https://sts.amazonaws.com/doc/2011-06-15/";

  private static final Map<String, String> SPACES =
      Map.of("elasticloadbalancing", ELB, "autoscaling", ASG, "sns", SNS);
  private static final JsonMapper JSON = new JsonMapper();

  private final FakeSts sts;
  private final FakeEc2 ec2;
  private final FakeElb elb;
  private final FakeAutoScaling autoScaling;
  private final FakeSns sns;
  private final FakeSqs sqs;
  private final AtomicInteger requests = new AtomicInteger();
  private final List<String> seen = new CopyOnWriteArrayList<>();

  FakeEndpoint(
      FakeSts sts,
      FakeEc2 ec2,
      FakeElb elb,
      FakeAutoScaling autoScaling,
      FakeSns sns,
      FakeSqs sqs) {
    this.sts = sts;
    this.ec2 = ec2;
    this.elb = elb;
    this.autoScaling = autoScaling;
    this.sns = sns;
    this.sqs = sqs;
  }

  private record Answer(int status, String body) {}

  void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      String id = String.format(Locale.ROOT, "req-%08d", requests.incrementAndGet());
      Optional<String> target =
          Optional.ofNullable(exchange.getRequestHeaders().getFirst("X-Amz-Target"));
      QueryParams params = QueryParams.of(target.isPresent() ? "" : form);
      String action = target
          .map(name -> name.substring(name.indexOf('.') + 1))
          .orElseGet(() -> params.get("Action").orElse("?"));
      Answer answer = answer(exchange, target.isPresent(), action, params, form, id);
      seen.add(action + " → " + answer.status());
      exchange
          .getResponseHeaders()
          .set(
              "Content-Type",
              target.isPresent() ? "application/x-amz-json-1.0" : "text/xml;charset=UTF-8");
      exchange.getResponseHeaders().set("x-amzn-RequestId", id);
      byte[] reply = answer.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(answer.status(), reply.length);
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(reply);
      }
    }
  }

  private Answer answer(
      HttpExchange exchange,
      boolean json,
      String action,
      QueryParams params,
      String body,
      String id) {
    String service = json ? "sqs" : "ec2";
    try {
      FakeSts.Signer signer = sts.check(
          exchange.getRequestHeaders().getFirst("Authorization"),
          exchange.getRequestHeaders().getFirst("X-Amz-Security-Token"));
      service = signer.service();
      return new Answer(
          200,
          service.equals("sqs")
              ? sqs.answer(action, JSON.readTree(body))
              : answer(service, action, params, id));
    } catch (AwsRefusal e) {
      return new Answer(e.status, error(service, e.code, String.valueOf(e.getMessage()), id));
    } catch (IOException | RuntimeException e) {
      return new Answer(500, error(service, "InternalError", "fake: " + e, id));
    }
  }

  private String answer(String service, String action, QueryParams params, String id) {
    if (service.equals("ec2")) {
      autoScaling.settle();
      return document(
          action, EC2, new XmlWriter().put("requestId", id) + ec2.answer(action, params));
    }
    String inner = switch (service) {
      case "elasticloadbalancing" -> elb.answer(action, params);
      case "autoscaling" -> autoScaling.answer(action, params);
      case "sns" -> sns.answer(action, params);
      default -> sts.answer(action, params);
    };
    String meta = new XmlWriter()
        .open("ResponseMetadata")
        .put("RequestId", id)
        .close("ResponseMetadata")
        .toString();
    return document(action, SPACES.getOrDefault(service, STS), inner + meta);
  }

  private static String document(String action, String space, String inner) {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<" + action + "Response xmlns=\"" + space
        + "\">" + inner + "</" + action + "Response>";
  }

  /** EC2 and SQS write errors in ways of their own. */
  static String error(String service, String code, String message, String id) {
    if (service.equals("sqs")) {
      return JsonNodeFactory.instance
          .objectNode()
          .put("__type", "com.amazonaws.sqs#" + code)
          .put("message", message)
          .toString();
    }
    XmlWriter xml = new XmlWriter();
    if (service.equals("ec2")) {
      xml.open("Response").open("Errors").open("Error").put("Code", code);
      xml.put("Message", message).close("Error").close("Errors").put("RequestID", id);
      xml.close("Response");
    } else {
      xml.open("ErrorResponse").open("Error").put("Type", "Sender").put("Code", code);
      xml.put("Message", message).close("Error").put("RequestId", id).close("ErrorResponse");
    }
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n" + xml;
  }

  List<String> seen() {
    return List.copyOf(seen);
  }
}
