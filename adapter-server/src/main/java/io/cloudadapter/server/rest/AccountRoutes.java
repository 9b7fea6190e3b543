package io.cloudadapter.server.rest;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.api.cloud.MachineSize;
import io.cloudadapter.api.cloud.Quota;
import io.cloudadapter.server.http.ExecutionLane;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.HttpRoute;
import io.cloudadapter.server.http.SafeText;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.feature.MachineSizeCatalog;
import io.cloudadapter.spi.feature.Quotas;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.stream.Collectors;

/** The routes about the accounts that pools live in: what their clouds offer, and how much is left. Ours. */
public final class AccountRoutes {
  private final List<Cloud> accounts;

  /**
   * Routes to accounts.
   *
   * @param accounts the accounts, each of a name of its own
   */
  public AccountRoutes(List<Cloud> accounts) {
    this.accounts = List.copyOf(accounts);
  }

  /**
   * The routes.
   *
   * @return the routes
   */
  public List<HttpRoute> routes() {
    Optional<Role> read = Optional.of(Role.READ);
    return List.of(
        new HttpRoute("GET", "/accounts", read, ExecutionLane.READ, request -> list()),
        new HttpRoute(
            "GET", "/accounts/{account}/catalog", read, ExecutionLane.CLOUD, this::catalog),
        new HttpRoute("GET", "/accounts/{account}/quota", read, ExecutionLane.CLOUD, this::quota));
  }

  private HttpReply list() {
    return HttpReply.json(200, json -> {
      json.writeStartObject();
      json.writeArrayFieldStart("accounts");
      for (Cloud account : accounts) {
        json.writeStartObject();
        named(json, account);
        json.writeBooleanField("catalog", account.has(MachineSizeCatalog.class));
        json.writeBooleanField("quota", account.has(Quotas.class));
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    });
  }

  private static void named(JsonGenerator json, Cloud account) throws IOException {
    json.writeStringField("name", account.account());
    json.writeStringField("provider", account.provider());
  }

  private HttpReply catalog(HttpRequest request) {
    Cloud account = account(request);
    List<MachineSize> sizes = asked(account, MachineSizeCatalog.class, MachineSizeCatalog::sizes);
    return HttpReply.json(200, json -> {
      json.writeStartObject();
      named(json, account);
      json.writeArrayFieldStart("sizes");
      for (MachineSize size : sizes) {
        write(json, size);
      }
      json.writeEndArray();
      json.writeEndObject();
    });
  }

  private static void write(JsonGenerator json, MachineSize size) throws IOException {
    json.writeStartObject();
    json.writeStringField("name", size.name());
    json.writeNumberField("cpus", size.cpus());
    json.writeNumberField("memoryMiB", size.memoryMiB());
    json.writeNumberField("diskGiB", size.diskGiB());
    if (size.gpus().isPresent()) {
      json.writeNumberField("gpus", size.gpus().getAsInt());
    }
    json.writeArrayFieldStart("zones");
    for (String zone : size.zones()) {
      json.writeString(zone);
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private HttpReply quota(HttpRequest request) {
    Cloud account = account(request);
    List<Quota> quotas = asked(account, Quotas.class, Quotas::quotas);
    return HttpReply.json(200, json -> {
      json.writeStartObject();
      named(json, account);
      json.writeArrayFieldStart("quotas");
      for (Quota quota : quotas) {
        json.writeStartObject();
        json.writeStringField("name", quota.name());
        json.writeStringField("resource", quota.resource().name());
        json.writeBooleanField("whole", quota.whole());
        json.writeNumberField("used", quota.used());
        json.writeStringField("bound", quota.bound().name());
        if (quota.limit().isPresent()) {
          json.writeNumberField("limit", quota.limit().getAsLong());
        }
        json.writeEndObject();
      }
      json.writeEndArray();
      json.writeEndObject();
    });
  }

  private Cloud account(HttpRequest request) {
    String name = request.parameter("account");
    return accounts.stream()
        .filter(account -> account.account().equals(name))
        .findFirst()
        .orElseThrow(() -> HttpError.of(
            404,
            "there is no account " + SafeText.quoted(name),
            "there are "
                + accounts.stream().map(Cloud::account).collect(Collectors.joining(", "))));
  }

  private static <F, T> T asked(
      Cloud account, Class<F> feature, BiFunction<? super F, CallContext, T> question) {
    try {
      return account.ask(feature, question);
    } catch (CloudException e) {
      throw HttpError.of(status(e), String.valueOf(e.getMessage()), detail(e));
    }
  }

  /** Whatever the reason is, it lies between this server and the cloud. */
  private static int status(CloudException e) {
    return switch (e.kind()) {
      case UNSUPPORTED -> 501;
      case THROTTLED, UNAVAILABLE, CANCELLED, UNAUTHENTICATED, DENIED -> 503;
      case TIMEOUT -> 504;
      case INVALID, NOT_FOUND, CONFLICT, QUOTA, CAPACITY, UNCLASSIFIED -> 500;
    };
  }

  private static String detail(CloudException e) {
    return e.kind() == CloudException.Kind.UNSUPPORTED
        ? "GET /accounts tells what each has"
        : "the cloud says " + e.kind();
  }
}
