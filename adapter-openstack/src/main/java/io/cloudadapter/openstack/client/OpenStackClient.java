package io.cloudadapter.openstack.client;

import com.fasterxml.jackson.databind.JsonNode;
import io.cloudadapter.api.Secret;
import io.cloudadapter.http.HttpTransport;
import io.cloudadapter.http.TokenSession;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.Ticker;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Requests with a token, to wherever the catalogue says. */
public final class OpenStackClient implements AutoCloseable {
  private final HttpTransport transport;
  private final RequestSender sender;
  private final TokenSession<AuthToken> session;
  private final Microversion version = new Microversion();

  public OpenStackClient(HttpTransport transport, OpenStackCredentialSource source, Ticker ticker) {
    this.transport = transport;
    this.sender = new RequestSender(transport);
    this.session = new TokenSession<>(
        "fetching a token", new KeystoneLogin(source, sender), transport, ticker);
  }

  /** Refuses calls that begin after the close. */
  public void checkOpen() {
    transport.checkOpen();
  }

  /** Lets so much time pass, unless the call ends before. */
  public void pause(Duration time, String what, CallContext call) {
    transport.pause(time, what, call);
  }

  /** What the login gave, for questions that the catalogue answers. */
  public AuthToken grant(CallContext call) {
    return session.get(call);
  }

  /**
   * Sends a request, and once more if its token was refused: a service looks at the token before it does
   * anything, so that is no repetition of a write.
   *
   * @return the reply with any status
   */
  public OpenStackResponse exchange(ApiRequest request, CallContext call) {
    return exchange(token -> request, call);
  }

  /** As {@link #exchange(ApiRequest, CallContext)}, for a request that names the token itself. */
  public OpenStackResponse exchange(Function<Secret, ApiRequest> request, CallContext call) {
    return session.exchange(
        grant -> negotiated(request.apply(grant.token()), grant, call),
        OpenStackErrorClassifier::isTokenRefused,
        call);
  }

  /** The body of the reply to a read. */
  public JsonNode read(ApiRequest request, CallContext call) {
    return OpenStackErrorClassifier.expect(200, request, exchange(request, call));
  }

  /** A read may be sent again in an older version, if Nova does not know ours. */
  private OpenStackResponse negotiated(ApiRequest request, AuthToken grant, CallContext call) {
    OpenStackResponse reply = send(request, grant, call);
    boolean older = request.service() == ServiceType.COMPUTE && version.isLoweredBy(reply);
    return older && !request.writes() ? send(request, grant, call) : reply;
  }

  private OpenStackResponse send(ApiRequest request, AuthToken grant, CallContext call) {
    ApiRequest sent = request;
    // To end a machine is the same in every version, and may be the first thing that is asked.
    if (request.service() == ServiceType.COMPUTE && request.verb() != RequestKind.TERMINATE) {
      Map<String, String> headers = new HashMap<>(request.headers());
      headers.put("OpenStack-API-Version", version.header());
      sent = new ApiRequest(
          request.service(),
          request.verb(),
          request.method(),
          request.path(),
          headers,
          request.body());
    }
    return sender.send(grant.base(request.service()), sent, Optional.of(grant.token()), call);
  }

  /** Ends the calls in flight, the connections and the threads. */
  @Override
  public void close() {
    transport.close();
  }
}
