package io.cloudadapter.aws.cloud;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Who asks: one user with an access key, and the sessions of a role that it has taken on. Signatures are not checked.
 */
final class FakeSts {
  static final String KEY = "AKIAFAKEFAKEFAKEFAKE";
  static final String SECRET = "fake/secret+of+the+user+0123456789abcdef";
  static final String ROLE = "arn:aws:iam::123456789012:role/pools";
  static final String ACCOUNT = "123456789012";

  private static final Pattern CREDENTIAL =
      Pattern.compile("Credential=([^/]+)/[0-9]{8}/([^/]+)/([^/]+)/aws4_request");

  /** Tokens by access key; guarded by this. */
  private final Map<String, String> sessions = new HashMap<>();

  private final Set<String> expired = new HashSet<>();
  private String account = ACCOUNT;
  private int taken;

  /** Whom a request was signed for. */
  record Signer(String key, String service) {}

  synchronized Signer check(@Nullable String authorization, @Nullable String token) {
    Matcher match = CREDENTIAL.matcher(authorization == null ? "" : authorization);
    if (!match.find()) {
      throw new AwsRefusal(403, "MissingAuthenticationToken", "Request is missing a signature");
    }
    Signer signer = new Signer(match.group(1), match.group(3));
    boolean ec2 = signer.service().equals("ec2");
    if (expired.contains(signer.key())) {
      throw ec2
          ? new AwsRefusal(400, "RequestExpired", "Request has expired.")
          : new AwsRefusal(
              403, "ExpiredToken", "The security token included in the request is expired");
    }
    boolean user = signer.key().equals(KEY) && token == null;
    boolean session = Optional.ofNullable(sessions.get(signer.key()))
        .filter(known -> known.equals(token))
        .isPresent();
    if (!user && !session) {
      throw ec2
          ? new AwsRefusal(
              401, "AuthFailure", "AWS was not able to validate the provided access credentials")
          : new AwsRefusal(
              403,
              "InvalidClientTokenId",
              "The security token included in the request is invalid.");
    }
    return signer;
  }

  synchronized String answer(String action, QueryParams params) {
    XmlWriter xml = new XmlWriter();
    switch (action) {
      case "GetCallerIdentity" ->
        xml.open("GetCallerIdentityResult")
            .put("Arn", "arn:aws:sts::" + account + ":assumed-role/pools/cloudadapter")
            .put("UserId", "AROAFAKE:cloudadapter")
            .put("Account", account)
            .close("GetCallerIdentityResult");
      case "AssumeRole" -> assume(params, xml);
      default -> throw AwsRefusal.wrong("InvalidAction", "Could not find operation " + action);
    }
    return xml.toString();
  }

  private void assume(QueryParams params, XmlWriter xml) {
    if (!params.must("RoleArn").equals(ROLE)) {
      throw new AwsRefusal(
          403, "AccessDenied", "User is not authorized to perform: sts:AssumeRole");
    }
    String key = "ASIAFAKE%012d".formatted(++taken);
    String token = "fake-session-token-%08d-of-the-role".formatted(taken);
    sessions.put(key, token);
    xml.open("AssumeRoleResult")
        .open("Credentials")
        .put("AccessKeyId", key)
        .put("SecretAccessKey", "fake/secret+of+session+%016d".formatted(taken))
        .put("SessionToken", token)
        .put("Expiration", "2099-01-01T00:00:00Z")
        .close("Credentials")
        .close("AssumeRoleResult");
  }

  synchronized void expire() {
    expired.addAll(sessions.keySet());
    sessions.clear();
  }

  synchronized void account(String id) {
    account = id;
  }
}
