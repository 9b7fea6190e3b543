package io.cloudadapter.oidc;

import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.util.JSONObjectUtils;
import io.cloudadapter.http.HttpExchange;
import io.cloudadapter.http.HttpReply;
import io.cloudadapter.http.HttpTransport;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.RequestKind;
import java.net.URI;
import java.net.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.text.ParseException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Fetches the keys of an issuer by discovery: the document at its well-known path names where the keys are. */
final class HttpKeySource implements KeySource {
  private static final String WELL_KNOWN = "/.well-known/openid-configuration";
  private static final Pattern MAX_AGE = Pattern.compile("(?:^|[,\\s])max-age=([0-9]{1,9})");

  private final String issuer;
  private final HttpTransport transport;

  HttpKeySource(String issuer, HttpTransport transport) {
    this.issuer = issuer;
    this.transport = transport;
  }

  @Override
  public Fetched fetch() {
    try {
      Map<String, Object> document = JSONObjectUtils.parse(text(get(discovery())));
      if (!issuer.equals(document.get("issuer"))) {
        throw new FetchException("the discovery document is of another issuer");
      }
      HttpReply reply = get(keysAt(document.get("jwks_uri")));
      return new Fetched(JWKSet.parse(text(reply)), maxAge(reply));
    } catch (ParseException e) {
      throw new FetchException("the discovery document or the keys cannot be read", e);
    } catch (CloudException e) {
      throw new FetchException(String.valueOf(e.getMessage()), e);
    }
  }

  private URI discovery() {
    return URI.create(
        (issuer.endsWith("/") ? issuer.substring(0, issuer.length() - 1) : issuer) + WELL_KNOWN);
  }

  private static URI keysAt(@Nullable Object address) {
    try {
      URI url = URI.create(String.valueOf(address));
      if ("https".equals(url.getScheme()) && url.getHost() != null) {
        return url;
      }
    } catch (IllegalArgumentException e) {
      throw new FetchException("jwks_uri of the discovery document is no URL", e);
    }
    throw new FetchException("jwks_uri of the discovery document is no URL of https");
  }

  private HttpReply get(URI url) {
    HttpReply reply = transport.send(
        new HttpExchange(RequestKind.READ, "GET " + url.getRawPath()),
        HttpRequest.newBuilder(url).header("Accept", "application/json").build(),
        new FetchCall());
    if (reply.status() != 200) {
      throw new FetchException("GET " + url.getRawPath() + " was answered with " + reply.status());
    }
    return reply;
  }

  private static String text(HttpReply reply) {
    return new String(reply.body(), StandardCharsets.UTF_8);
  }

  private static Optional<Duration> maxAge(HttpReply reply) {
    Matcher age = MAX_AGE.matcher(reply.header("Cache-Control").orElse(""));
    return age.find()
        ? Optional.of(Duration.ofSeconds(Long.parseLong(age.group(1))))
        : Optional.empty();
  }
}
