package io.cloudadapter.aws.cloud;

import com.sun.net.httpserver.HttpExchange;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicInteger;

/** The front door of all services: who asks, what for, and the answer as each service writes it. */
final class Front {
  private static final String EC2 = "http://ec2.amazonaws.com/doc/2016-11-15/";
  private static final String ELB = "http://elasticloadbalancing.amazonaws.com/doc/2015-12-01/";
  private static final String STS = "https://sts.amazonaws.com/doc/2011-06-15/";

  private final Sts sts;
  private final Ec2 ec2;
  private final Elb elb;
  private final AtomicInteger requests = new AtomicInteger();
  private final List<String> seen = new CopyOnWriteArrayList<>();

  Front(Sts sts, Ec2 ec2, Elb elb) {
    this.sts = sts;
    this.ec2 = ec2;
    this.elb = elb;
  }

  private record Answer(int status, String body) {}

  void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      String form = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      String id = "req-%08d".formatted(requests.incrementAndGet());
      Params params = Params.of(form);
      Answer answer = answer(exchange, params, id);
      seen.add(params.get("Action").orElse("?") + " → " + answer.status());
      exchange.getResponseHeaders().set("Content-Type", "text/xml;charset=UTF-8");
      exchange.getResponseHeaders().set("x-amzn-RequestId", id);
      byte[] reply = answer.body().getBytes(StandardCharsets.UTF_8);
      exchange.sendResponseHeaders(answer.status(), reply.length);
      try (OutputStream out = exchange.getResponseBody()) {
        out.write(reply);
      }
    }
  }

  private Answer answer(HttpExchange exchange, Params params, String id) {
    String service = "ec2";
    try {
      Sts.Signer signer = sts.check(
          exchange.getRequestHeaders().getFirst("Authorization"),
          exchange.getRequestHeaders().getFirst("X-Amz-Security-Token"));
      service = signer.service();
      String action = params.must("Action");
      return new Answer(200, answer(service, action, params, id));
    } catch (Refusal e) {
      return new Answer(e.status, error(service, e.code, String.valueOf(e.getMessage()), id));
    } catch (RuntimeException e) {
      return new Answer(500, error(service, "InternalError", "fake: " + e, id));
    }
  }

  private String answer(String service, String action, Params params, String id) {
    if (service.equals("ec2")) {
      return document(action, EC2, new Xml().put("requestId", id) + ec2.answer(action, params));
    }
    boolean balancing = service.equals("elasticloadbalancing");
    String inner = balancing ? elb.answer(action, params) : sts.answer(action, params);
    String meta = new Xml()
        .open("ResponseMetadata")
        .put("RequestId", id)
        .close("ResponseMetadata")
        .toString();
    return document(action, balancing ? ELB : STS, inner + meta);
  }

  private static String document(String action, String space, String inner) {
    return "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<" + action + "Response xmlns=\"" + space
        + "\">" + inner + "</" + action + "Response>";
  }

  /** EC2 writes errors in a way of its own. */
  static String error(String service, String code, String message, String id) {
    Xml xml = new Xml();
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
