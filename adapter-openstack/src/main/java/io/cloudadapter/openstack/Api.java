package io.cloudadapter.openstack;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.Secret;
import io.cloudadapter.spi.Verb;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Requests with a token, to wherever the catalogue says. */
final class Api {
  private final Wire wire;
  private final Session session;
  private final Microversion version = new Microversion();

  Api(Wire wire, Session session) {
    this.wire = wire;
    this.session = session;
  }

  /** Refuses calls that begin after the close. */
  void checkOpen() {
    wire.checkOpen();
  }

  /** Lets so much time pass, unless the call ends before. */
  void pause(Duration time, String what, CallContext call) {
    wire.pause(time, what, call);
  }

  /** What the login gave, for questions that the catalogue answers. */
  Grant grant(CallContext call) {
    return session.get(call);
  }

  /**
   * Sends a request, and once more if its token was refused: a service looks at the token before it does
   * anything, so that is no repetition of a write.
   *
   * @return the reply, whatever its status
   */
  Reply exchange(Request request, CallContext call) {
    return exchange(token -> request, call);
  }

  /** As {@link #exchange(Request, CallContext)}, for a request that names the token itself. */
  Reply exchange(Function<Secret, Request> request, CallContext call) {
    Grant first = session.get(call);
    Reply reply = negotiated(request.apply(first.token()), first, call);
    if (!Refusals.isTokenRefused(reply)) {
      return reply;
    }
    session.expired(first);
    Grant second = session.get(call);
    return negotiated(request.apply(second.token()), second, call);
  }

  /** The body of the reply to a read. */
  JsonNode read(Request request, CallContext call) {
    return Refusals.expect(200, request, exchange(request, call));
  }

  /** A read may be sent again in an older version, if Nova does not know ours. */
  private Reply negotiated(Request request, Grant grant, CallContext call) {
    Reply reply = send(request, grant, call);
    boolean older = request.service() == Service.COMPUTE && version.isLoweredBy(reply);
    return older && !request.writes() ? send(request, grant, call) : reply;
  }

  private Reply send(Request request, Grant grant, CallContext call) {
    Request sent = request;
    // To end a machine is the same in every version, and may be the first thing that is asked.
    if (request.service() == Service.COMPUTE && request.verb() != Verb.TERMINATE) {
      Map<String, String> headers = new HashMap<>(request.headers());
      headers.put("OpenStack-API-Version", version.header());
      sent = new Request(
          request.service(),
          request.verb(),
          request.method(),
          request.path(),
          headers,
          request.body());
    }
    return wire.send(grant.base(request.service()), sent, Optional.of(grant.token()), call);
  }
}
