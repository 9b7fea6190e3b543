package io.cloudadapter.server.kube;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.cloudadapter.api.action.ActionPhase;
import io.cloudadapter.server.ActionsApiTest;
import io.cloudadapter.server.TestServer;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.Iterator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Queries are read, and forms negotiated, as the API server of Kubernetes does. */
@Timeout(60)
class KubeConversionTest {
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NAME = "reboot-" + ActionsApiTest.UID;
  private static final String META = ";g=meta.k8s.io;v=";

  private TestServer server;

  @BeforeEach
  void start() {
    server = new TestServer();
  }

  @AfterEach
  void stop() {
    server.close();
  }

  private Stream<String> lines(String path, String... headers) throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder(server.uri(path));
    if (headers.length > 0) {
      request.headers(headers);
    }
    return HttpClient.newHttpClient()
        .send(request.build(), HttpResponse.BodyHandlers.ofLines())
        .body();
  }

  /** Only 0 and false, in any case of letters, are false; every other value, the empty one too, is true. */
  @ParameterizedTest
  @CsvSource({
    "watch=true, true",
    "watch=True, true",
    "watch=TRUE, true",
    "watch=1, true",
    "watch=t, true",
    "watch=yes, true",
    "watch=, true",
    "watch, true",
    "watch=false, false",
    "watch=False, false",
    "watch=FALSE, false",
    "watch=0, false",
    "x=1, false",
    "watch=1&watch=0, true",
    "watch=false&watch=true&watch=true, false",
    "watch=0&resourceVersion=0&resourceVersion=none, false",
    "watch=&watch=0, true"
  })
  void aChoiceInAQueryIsConverted(String query, boolean watch) throws Exception {
    try (Stream<String> lines = lines("/api/v1/namespaces/web/actions?" + query)) {
      assertThat(lines.iterator().next())
          .startsWith(watch ? "{\"type\":\"ADDED\"" : "{\"kind\":\"ActionList\"");
    }
  }

  /** The first value counts, even if it is empty. */
  @ParameterizedTest
  @CsvSource({
    "fieldSelector=metadata.name=NAME&fieldSelector=metadata.name=none, 1",
    "fieldSelector=metadata.name=none&fieldSelector=metadata.name=NAME, 0",
    "fieldSelector=&fieldSelector=metadata.name=none, 1",
    "labelSelector=a=b&labelSelector=, 0"
  })
  void ofAValueThatIsSentAgainTheFirstOneCounts(String query, int found) throws Exception {
    HttpResponse<String> reply =
        server.get("/api/v1/namespaces/web/actions?" + query.replace("NAME", NAME));

    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
    assertThat(JSON.readTree(reply.body()).path("items")).hasSize(found);
  }

  @ParameterizedTest
  @CsvSource({"1, true", "True, true", "0, false", "False, false"})
  void bookmarksAndInitialEventsAreChosenAlike(String value, boolean chosen) throws Exception {
    String query =
        "?watch=True&timeoutSeconds=1&resourceVersionMatch=NotOlderThan&sendInitialEvents=" + value
            + "&allowWatchBookmarks=" + value;
    try (Stream<String> lines = lines("/api/v1/namespaces/web/actions" + query)) {
      Iterator<String> events = lines.iterator();
      if (chosen) {
        assertThat(events.next()).contains("ADDED");
        assertThat(events.next()).contains("BOOKMARK", "initial-events-end");
      } else {
        assertThat(events.hasNext()).isFalse();
      }
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/version/",
        "/api/",
        "/apis/",
        "/api/v1/",
        "/api/v1/actions/",
        "/api/v1/namespaces/web/",
        "/api/v1/namespaces/web/actions/",
        "/apis/authorization.k8s.io/v1/"
      })
  void aSlashMoreAtTheEndDoesNotMatter(String path) {
    HttpResponse<String> reply = server.get(path);

    assertThat(reply.statusCode()).as(reply.body()).isEqualTo(200);
    assertThat(reply.body())
        .isEqualTo(server.get(path.substring(0, path.length() - 1)).body());
  }

  @Test
  void aSlashMoreAtTheEndOfAnUnknownPathFindsNothing() {
    assertThat(server.get("/api/v1/namespaces/web/actions//").statusCode()).isEqualTo(404);
    assertThat(server.get("/nowhere/").statusCode()).isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(strings = {"v1", "v1beta1"})
  void metadataAloneAreThereForThoseWhoAccept(String version) throws Exception {
    String list = "application/json;as=PartialObjectMetadataList" + META + version;
    String one = "application/json;as=PartialObjectMetadata" + META + version;
    JsonNode listed = JSON.readTree(server
        .get("/api/v1/actions", "Accept", "application/vnd.kubernetes.protobuf;as=x, " + list)
        .body());
    JsonNode got = JSON.readTree(
        server.get("/api/v1/namespaces/web/actions/" + NAME, "Accept", one).body());

    assertThat(listed.path("kind").asText()).isEqualTo("PartialObjectMetadataList");
    assertThat(listed.path("apiVersion").asText()).isEqualTo("meta.k8s.io/" + version);
    assertThat(listed.at("/metadata/resourceVersion").asText()).isEqualTo("17");
    assertThat(listed.at("/items/0")).isEqualTo(got);
    assertThat(got.path("kind").asText()).isEqualTo("PartialObjectMetadata");
    assertThat(got.path("apiVersion").asText()).isEqualTo("meta.k8s.io/" + version);
    assertThat(got.at("/metadata/name").asText()).isEqualTo(NAME);
    assertThat(got.at("/metadata/labels/team").asText()).isEqualTo("blue");
    assertThat(got.has("spec") || got.has("status")).isFalse();
    try (Stream<String> lines = lines("/api/v1/actions?watch=1", "Accept", one)) {
      JsonNode event = JSON.readTree(lines.iterator().next());
      assertThat(event.path("object")).isEqualTo(got);
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/api/v1/actions | ;",
        "/api/v1/actions?watch=1 | text/html,;;",
        "/api/v1/actions | application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1",
        "/api/v1/actions | application/json;as=Table;v=v1",
        "/api/v1/actions | application/json;as=Table;g=meta.k8s.io;v=v2",
        "/api/v1/actions | application/json;as=Colour;g=meta.k8s.io;v=v1",
        "/api/v1/actions?watch=1 | application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1",
        "/api/v1/namespaces/web/actions/NAME"
            + " | application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1"
      })
  void aFormThatARequestCannotHaveIsPassedOver(String path, String accept) {
    String asked = path.replace("NAME", NAME);

    assertThat(server.get(asked, "Accept", accept).body())
        .contains("\"NotAcceptable\"", "\"code\":406");
    if (!path.contains("watch")) {
      assertThat(server.get(asked, "Accept", accept + ", application/json").body())
          .startsWith("{\"kind\":\"Action");
    }
  }

  @Test
  void besideEachRowIsWhatWasAskedFor() throws Exception {
    String accept = "application/json;as=Table" + META + "v1beta1";

    assertThat(row("", accept).at("/object/kind").asText()).isEqualTo("PartialObjectMetadata");
    assertThat(row("", accept).at("/object/apiVersion").asText()).isEqualTo("meta.k8s.io/v1beta1");
    assertThat(row("?includeObject=Metadata", accept).at("/object/kind").asText())
        .isEqualTo("PartialObjectMetadata");
    assertThat(row("?includeObject=Object", accept).at("/object/kind").asText())
        .isEqualTo("Action");
    assertThat(row("?includeObject=None", accept).path("object").isNull()).isTrue();
    assertThat(server.get("/api/v1/actions?includeObject=All", "Accept", accept).body())
        .contains("\"BadRequest\"", "includeObject must be None, Metadata or Object");
  }

  private JsonNode row(String query, String accept) throws Exception {
    return JSON.readTree(server.get("/api/v1/actions" + query, "Accept", accept).body())
        .at("/rows/0");
  }

  @ParameterizedTest
  @CsvSource({
    "PENDING, False, Unknown",
    "RUNNING, False, Unknown",
    "PROBING, False, Unknown",
    "SUCCEEDED, True, True",
    "FAILED, True, False",
    "EXPIRED, True, False",
    "UNKNOWN, True, Unknown",
    "CANCELLED, True, Unknown",
    "ORPHANED, True, Unknown"
  })
  void conditionsSayWhetherItHasEndedAndWhetherItWasDone(
      ActionPhase phase, String complete, String succeeded) throws Exception {
    server.pools.web.action = KubeWatchTest.at(17, phase);

    JsonNode conditions = JSON.readTree(
            server.get("/api/v1/namespaces/web/actions/" + NAME).body())
        .at("/status/conditions");

    assertThat(conditions).hasSize(2);
    assertThat(conditions.at("/0/type").asText()).isEqualTo("Complete");
    assertThat(conditions.at("/0/status").asText()).isEqualTo(complete);
    assertThat(conditions.at("/0/reason").asText()).isEqualToIgnoringCase(phase.name());
    assertThat(conditions.at("/0/lastTransitionTime").asText())
        .matches("\\d{4}-\\d\\d-\\d\\dT\\d\\d:\\d\\d:\\d\\dZ");
    assertThat(conditions.at("/1/type").asText()).isEqualTo("Succeeded");
    assertThat(conditions.at("/1/status").asText()).isEqualTo(succeeded);
  }
}
