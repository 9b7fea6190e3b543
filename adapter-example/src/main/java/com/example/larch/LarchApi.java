package com.example.larch;

import io.cloudadapter.api.Secret;
import io.cloudadapter.spi.CallContext;
import java.util.Optional;

/** Requests with a token. */
final class LarchApi {
  private final LarchHttpClient wire;
  private final LarchToken token;

  LarchApi(LarchHttpClient wire, LarchToken token) {
    this.wire = wire;
    this.token = token;
  }

  /**
   * Sends a request, and once more if its token had expired: Larch refuses such a request before it does
   * anything, so that is no repetition of a write.
   *
   * @return the reply, whatever its status
   */
  LarchReply exchange(LarchRequest request, CallContext call) {
    Secret first = token.get(call);
    LarchReply reply = wire.send(request, Optional.of(first), call);
    if (!reply.is(401, "TOKEN_EXPIRED")) {
      return reply;
    }
    token.expired(first);
    Secret second = token.get(call);
    return wire.send(request, Optional.of(second), call);
  }
}
