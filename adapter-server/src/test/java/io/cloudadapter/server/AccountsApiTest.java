package io.cloudadapter.server;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.feature.MachineSizeCatalog;
import io.cloudadapter.spi.feature.Quotas;
import java.net.http.HttpResponse;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an account's cloud offers, and how much is left. */
class AccountsApiTest {
  private final SingleAccount account = SingleAccount.simulated();
  private final TestServer server = new TestServer(builder -> builder.accounts(List.of(account)));

  @AfterEach
  void close() {
    server.close();
  }

  @Test
  void accountsSayWhatTheyCanTell() {
    account.without(Quotas.class);

    assertThat(server.get("/accounts").body())
        .isEqualTo("{\"accounts\":[{\"name\":\"here\",\"provider\":\"simulated\",\"catalog\":true,"
            + "\"quota\":false}]}");
  }

  @Test
  void theCatalogHasEverySizeWithWhatIsInIt() {
    assertThat(server.get("/accounts/here/catalog").body())
        .startsWith(
            "{\"name\":\"here\",\"provider\":\"simulated\",\"sizes\":[{\"name\":\"small\","
                + "\"cpus\":1,\"memoryMiB\":2048,\"diskGiB\":20,\"gpus\":0,\"zones\":[\"a\",\"b\",\"c\"]},")
        .contains("\"medium\"", "\"large\"");
  }

  @Test
  void aQuotaHasALimitOnlyIfThereIsOne() {
    assertThat(server.get("/accounts/here/quota").body())
        .startsWith(
            "{\"name\":\"here\",\"provider\":\"simulated\",\"quotas\":[{\"name\":\"machines of"
                + " the account\",\"resource\":\"MACHINES\",\"whole\":true,\"used\":0,"
                + "\"bound\":\"LIMITED\",\"limit\":1000},")
        .contains("\"bound\":\"UNLIMITED\"}");
  }

  @Test
  void anAccountThatIsNotThereIsRefusedWithThoseThatAre() {
    HttpResponse<String> reply = server.get("/accounts/there/quota");

    assertThat(reply.statusCode()).isEqualTo(404);
    assertThat(reply.body()).contains("there is no account").contains("there are here");
  }

  @Test
  void anAdapterThatCannotTellSaysSo() {
    account.without(MachineSizeCatalog.class);
    account.error = error(Kind.UNSUPPORTED);

    assertThat(server.get("/accounts/here/catalog").statusCode()).isEqualTo(501);
  }

  @ParameterizedTest
  @CsvSource({"THROTTLED,503", "UNAVAILABLE,503", "DENIED,503", "TIMEOUT,504", "UNCLASSIFIED,500"})
  void whatTheCloudSaysBecomesAnErrorAndNeverAnEmptyList(Kind kind, int status) {
    account.error = error(kind);

    HttpResponse<String> reply = server.get("/accounts/here/quota");

    assertThat(reply.statusCode()).isEqualTo(status);
    assertThat(reply.body()).contains("not now").contains(kind.name());
  }

  private static CloudException error(Kind kind) {
    return CloudException.of(kind, Effect.NONE, "not now").build();
  }
}
