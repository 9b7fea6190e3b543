package io.cloudadapter.openstack.client;

import io.cloudadapter.http.TokenSession;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.RequestKind;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** Fetches a token of Keystone, with the catalogue of services. */
final class KeystoneLogin implements TokenSession.Login<AuthToken> {
  private static final Pattern FORM = Pattern.compile("[!-~]+");

  private final OpenStackCredentialSource source;
  private final RequestSender sender;

  KeystoneLogin(OpenStackCredentialSource source, RequestSender sender) {
    this.source = source;
    this.sender = sender;
  }

  @Override
  public TokenSession.Grant<AuthToken> fetch(boolean refused, CallContext call) {
    AuthRequest login = source.login();
    // The catalogue that comes with a token has the addresses of the services.
    ApiRequest request = new ApiRequest(
        ServiceType.IDENTITY,
        RequestKind.READ,
        "POST",
        "/auth/tokens",
        Map.of(),
        Optional.of(login.body()));
    OpenStackResponse reply = sender.send(login.address(), request, Optional.empty(), call);
    OpenStackErrorClassifier.expect(201, request, reply);
    AuthToken grant = AuthToken.read(login, reply)
        .filter(read -> FORM.matcher(read.token().reveal()).matches())
        .orElseThrow(
            () -> OpenStackErrorClassifier.notUnderstood(request, reply, "token of a project"));
    return TokenSession.Grant.expiring(grant, grant.lifetime());
  }
}
