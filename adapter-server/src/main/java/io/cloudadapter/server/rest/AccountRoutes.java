package io.cloudadapter.server.rest;

import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.api.cloud.MachineSize;
import io.cloudadapter.api.cloud.Quota;
import io.cloudadapter.client.message.AccountMessages;
import io.cloudadapter.client.message.MessageFields;
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
import java.util.List;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * The routes about the accounts of pools: the machine sizes of their clouds, and the quotas. Not part of the
 * specification.
 */
public final class AccountRoutes {
  private final Supplier<List<Cloud>> accounts;

  /**
   * Routes to accounts.
   *
   * @param accounts the accounts at present, each of a name of its own
   */
  public AccountRoutes(Supplier<List<Cloud>> accounts) {
    this.accounts = accounts;
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
    return HttpReply.json(
        200,
        MessageFields.of(
            "accounts",
            accounts.get().stream()
                .map(account -> MessageFields.of(
                    "name", account.account(),
                    "provider", account.provider(),
                    "catalog", account.has(MachineSizeCatalog.class),
                    "quota", account.has(Quotas.class)))
                .toList()));
  }

  private HttpReply catalog(HttpRequest request) {
    Cloud account = account(request);
    List<MachineSize> sizes = asked(account, MachineSizeCatalog.class, MachineSizeCatalog::sizes);
    return reply(account, "sizes", sizes.stream().map(AccountMessages::size).toList());
  }

  private HttpReply quota(HttpRequest request) {
    Cloud account = account(request);
    List<Quota> quotas = asked(account, Quotas.class, Quotas::quotas);
    return reply(account, "quotas", quotas.stream().map(AccountMessages::quota).toList());
  }

  private static HttpReply reply(Cloud account, String name, List<?> values) {
    return HttpReply.json(
        200,
        MessageFields.of("name", account.account(), "provider", account.provider(), name, values));
  }

  private Cloud account(HttpRequest request) {
    String name = request.parameter("account");
    List<Cloud> all = accounts.get();
    return all.stream()
        .filter(account -> account.account().equals(name))
        .findFirst()
        .orElseThrow(() -> HttpError.of(
            404,
            "there is no account " + SafeText.quoted(name),
            "there are " + all.stream().map(Cloud::account).collect(Collectors.joining(", "))));
  }

  private static <F, T> T asked(
      Cloud account, Class<F> feature, BiFunction<? super F, CallContext, T> question) {
    try {
      return account.ask(feature, question);
    } catch (CloudException e) {
      throw HttpError.of(status(e), String.valueOf(e.getMessage()), detail(e));
    }
  }

  /** Every cause lies between this server and the cloud. */
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
        ? "GET /accounts shows the features of each"
        : "the cloud's error is " + e.kind();
  }
}
