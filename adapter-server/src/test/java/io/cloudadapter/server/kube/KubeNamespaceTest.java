package io.cloudadapter.server.kube;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.server.ActionsApiTest;
import io.cloudadapter.server.TestServer;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Actions carry the namespace and the tenant of the path by which they were read, so that clients find them again by
 * what they carry.
 */
@Timeout(60)
class KubeNamespaceTest {
  private static final String NAME = "reboot-" + ActionsApiTest.UID;

  private TestServer server;

  @BeforeEach
  void start() {
    server = new TestServer();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "application/json",
        "application/json;as=Table;g=meta.k8s.io;v=v1",
        "application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1"
      })
  void whatIsListedInNamespaceDefaultIsInNamespaceDefault(String accept) {
    String listed =
        server.get("/api/v1/namespaces/default/actions", "Accept", accept).body();

    assertThat(listed)
        .contains("\"name\":\"" + NAME + "\"", "\"namespace\":\"default\"")
        .doesNotContain("\"namespace\":\"web\"");
    assertThat(server.get("/api/v1/namespaces/web/actions", "Accept", accept).body())
        .contains("\"namespace\":\"web\"")
        .doesNotContain("\"namespace\":\"default\"");
    assertThat(server.get("/api/v1/actions", "Accept", accept).body())
        .contains("\"namespace\":\"web\"");
  }

  @Test
  void oneOfNamespaceDefaultIsThereAndLabelledWithItsPool() {
    assertThat(server.get("/api/v1/namespaces/default/actions/" + NAME).body())
        .contains("\"namespace\":\"default\"", "\"cloudadapter.io/pool\":\"web\"");
    assertThat(
            server.get("/api/v1/namespaces/default/actions/" + NAME + "/status").body())
        .contains("\"namespace\":\"default\"");
    assertThat(server.get("/api/v1/namespaces/default").body()).contains("\"name\":\"default\"");
    assertThat(server.get("/api/v1/namespaces").body())
        .contains("\"NamespaceList\"", "\"name\":\"batch\"", "\"name\":\"web\"");
  }

  @ParameterizedTest
  @CsvSource({
    "default, metadata.namespace%3Ddefault, true",
    "default, metadata.namespace%3Dweb, false",
    "default, metadata.namespace!%3Ddefault, false",
    "web, metadata.namespace%3Ddefault, false",
    "web, metadata.namespace%3Dweb, true"
  })
  void fieldsSelectByTheNamespaceThatActionsCarry(String namespace, String selector, boolean has) {
    String listed = server
        .get("/api/v1/namespaces/" + namespace + "/actions?fieldSelector=" + selector)
        .body();

    assertThat(listed.contains(NAME)).as(listed).isEqualTo(has);
  }

  @Test
  void theSpecificationsOwnRequestToNamespaceDefaultIsAcceptedAndFoundThere() {
    HttpResponse<String> reply = server.post(
        "/api/v1/namespaces/default/pods/i-123456/action",
        "{\"apiVersion\":\"v1\",\"kind\":\"CustomAction\",\"metadata\":{\"namespace\":\"default\"},"
            + "\"actionName\":\"Reboot\",\"rebootParams\":{\"delayInSeconds\":10}}");

    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(201);
    assertThat(reply.headers().firstValue("Location"))
        .contains("/api/v1/namespaces/default/actions/" + NAME);
    assertThat(server.get(reply.headers().firstValue("Location").orElseThrow()).statusCode())
        .isEqualTo(200);
    assertThat(server
            .post(
                "/api/v1/namespaces/default/pods/i-123456/action",
                "{\"metadata\":{\"namespace\":\"batch\"},\"actionName\":\"Reboot\"}")
            .body())
        .contains("metadata.namespace must be that of the path, default, was");
  }

  @Test
  void aWatchOfNamespaceDefaultHasItsNameInEachEvent() throws Exception {
    assertThat(firstEvent("/api/v1/namespaces/default/actions?watch=true"))
        .startsWith("{\"type\":\"ADDED\"")
        .contains("\"namespace\":\"default\"");
    // The same change for another watcher: what is written once for all is not written under one
    // name for all.
    assertThat(firstEvent("/api/v1/namespaces/web/actions?watch=true"))
        .contains("\"namespace\":\"web\"");
  }

  private String firstEvent(String path) throws Exception {
    URI uri = server.uri(path);
    HttpResponse<Stream<String>> reply = HttpClient.newHttpClient()
        .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofLines());
    try (Stream<String> lines = reply.body()) {
      return lines.iterator().next();
    }
  }

  /** As Arktos' client-go makes paths: the tenant before the namespace, "system" unless given, "all" for all. */
  @ParameterizedTest
  @CsvSource({
    "/api/v1/tenants/system/namespaces/default/actions, system, default",
    "/api/v1/tenants/system/namespaces/web/actions, system, web",
    "/api/v1/tenants/t1/namespaces/default/actions, t1, default",
    "/api/v1/tenants/all/actions, system, web",
    "/api/v1/tenants/system/actions, system, web"
  })
  void theClientsOfArktosListByTenant(String path, String tenant, String namespace)
      throws Exception {
    String listed = server
        .get(path + "?fieldSelector=spec.nodeName%3Di-123456&resourceVersion=0&timeout=1m0s")
        .body();

    assertThat(listed)
        .startsWith("{\"kind\":\"ActionList\",\"apiVersion\":\"v1\"")
        .contains(
            "\"tenant\":\"" + tenant + "\",\"namespace\":\"" + namespace + "\"",
            "\"spec\":{\"nodeName\":\"i-123456\",\"podName\":\"i-123456\"");
    assertThat(firstEvent(path + "?watch=true"))
        .contains("\"tenant\":\"" + tenant + "\",\"namespace\":\"" + namespace + "\"");
  }

  @Test
  void theClientsOfArktosAskGetAndReportByTenant() {
    String root = "/api/v1/tenants/system/namespaces/default";
    HttpResponse<String> asked = server.post(
        root + "/pods/i-123456/action",
        "{\"kind\":\"CustomAction\",\"apiVersion\":\"v1\",\"metadata\":{\"creationTimestamp\":null},"
            + "\"operation\":\"reboot\",\"rebootParams\":{\"delayInSeconds\":5},"
            + "\"snapshotParams\":{\"snapshotName\":\"\"},\"restoreParams\":{\"snapshotID\":\"\"}}");
    String one = root + "/actions/" + NAME;

    assertThat(asked.statusCode()).as(asked.body()).isEqualTo(201);
    assertThat(asked.headers().firstValue("Location")).contains(one);
    String got = server.get(one).body();
    assertThat(got).contains("\"tenant\":\"system\"", "\"rebootSuccessful\":true");
    HttpResponse<String> reported = server.send(
        "PUT",
        one + "/status",
        got.replace("\"complete\":true,", "\"complete\":true,\"lease\":{\"epoch\":3},"));
    assertThat(reported.statusCode()).as(reported.body()).isEqualTo(200);
    assertThat(reported.body()).contains("\"tenant\":\"system\"");
    assertThat(server.get("/api/v1/tenants/system/namespaces/default").body())
        .contains("\"kind\":\"Namespace\"");
    assertThat(server.get("/api/v1/tenants/No_Tenant/actions").body())
        .contains("\"BadRequest\"", "a tenant must be");
  }
}
