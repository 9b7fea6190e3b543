package io.cloudadapter.openstack.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.openstack.OpenStackFixture;
import io.cloudadapter.openstack.cloud.FakeOpenStack;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.ListResult;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.config.ConfigException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OpenStackCredentialSourceTest {
  private static final String ACCOUNT = FakeOpenStack.PROJECT + "@RegionOne";

  private final OpenStackFixture scene = new OpenStackFixture();

  @TempDir
  private Path folder;

  @AfterEach
  void close() {
    scene.close();
  }

  private String identity(Map<String, String> config, Map<String, String> variables) {
    try (MachineProvider provider = scene.open(config, variables)) {
      return provider.identity(FakeCall.patient());
    }
  }

  private Path write(String name, String text) throws IOException {
    return Files.writeString(
        folder.resolve(name), text.replace("URL", scene.cloud.url() + "/identity/v3"));
  }

  @Test
  void aCloudOfCloudsYamlLogsInWithItsPasswordFromSecureYaml() throws IOException {
    write("secure.yaml", "clouds: {mine: {auth: {password: " + FakeOpenStack.PASSWORD + "}}}");
    Path file = write("clouds.yaml", """
        clouds:
          mine:
            auth:
              auth_url: URL
              username: demo
              project_name: demo
              user_domain_id: default
              project_domain_name: Default
            region_name: RegionOne
            interface: public
            identity_api_version: 3
        """);

    assertThat(identity(Map.of("cloud", "mine", "cloudsFile", file.toString()), Map.of()))
        .isEqualTo(ACCOUNT);
  }

  @Test
  void anApplicationCredentialNeedsNoProject() throws IOException {
    Path file = write(
        "clouds.yaml", """
        clouds:
          mine:
            auth_type: v3applicationcredential
            auth:
              auth_url: URL
              application_credential_id: %s
              application_credential_secret: %s
            regions: [RegionOne]
        """.formatted(FakeOpenStack.CREDENTIAL, FakeOpenStack.CREDENTIAL_SECRET));

    assertThat(identity(Map.of("cloud", "mine", "cloudsFile", file.toString()), Map.of()))
        .isEqualTo(ACCOUNT);
  }

  @Test
  void aProfileSaysWhatTheCloudLeavesOut() throws IOException {
    write(
        "clouds-public.yaml",
        "public-clouds: {acme: {auth: {auth_url: 'URL'}, region_name: RegionOne}}");
    Path file = write(
        "clouds.yaml",
        "clouds: {mine: {profile: acme, auth: {username: demo, project_name: demo, password: %s}}}"
            .formatted(FakeOpenStack.PASSWORD));

    assertThat(identity(Map.of("cloud", "mine", "cloudsFile", file.toString()), Map.of()))
        .isEqualTo(ACCOUNT);
  }

  @Test
  void variablesDoWhereTheAccountNamesNothing() {
    Map<String, String> variables = Map.of(
        "OS_AUTH_URL", scene.cloud.url() + "/identity/v3",
        "OS_USERNAME", FakeOpenStack.USER,
        "OS_PASSWORD", FakeOpenStack.PASSWORD,
        "OS_TENANT_NAME", "demo",
        "OS_USER_DOMAIN_NAME", "",
        "OS_REGION_NAME", "RegionOne",
        "OS_ENDPOINT_TYPE", "publicURL");

    assertThat(identity(Map.of(), variables)).isEqualTo(ACCOUNT);
  }

  @Test
  void variablesDoNotMixWithAnAccountThatNamesItsCloud() {
    assertThatThrownBy(() -> identity(
            Map.of("authUrl", "https://cloud.example:5000"),
            Map.of("OS_USERNAME", "demo", "OS_PASSWORD", "x", "OS_PROJECT_NAME", "demo")))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("password: is missing")
        .hasMessageContaining("user: is missing, and so is user_id")
        .hasMessageContaining("project: is missing");
  }

  @Test
  void anEmptyAccountIsToldWhatItMayHave() {
    assertThatThrownBy(() -> identity(Map.of(), Map.of()))
        .isInstanceOf(ConfigException.class)
        .hasMessageContaining("authUrl: is missing")
        .hasMessageContaining("OS_CLOUD");
  }

  @Test
  void aMisspeltCloudIsAnErrorThatNamesTheNearest() throws IOException {
    Path file = write("clouds.yaml", "clouds: {production: {auth: {}}}");

    assertThatThrownBy(
            () -> identity(Map.of("cloud", "prodution", "cloudsFile", file.toString()), Map.of()))
        .isInstanceOf(CloudException.class)
        .hasMessageContaining("did you mean production?");
  }

  @Test
  void aFileThatCannotBeReadIsNotQuoted() throws IOException {
    Path file = write("clouds.yaml", "clouds: {mine: {auth: {password: top-secret, [}}}");

    assertThatThrownBy(
            () -> identity(Map.of("cloud", "mine", "cloudsFile", file.toString()), Map.of()))
        .isInstanceOf(CloudException.class)
        .hasMessageContaining("is not YAML")
        .hasMessageNotContaining("top-secret");
  }

  @Test
  void certificatesAreAlwaysChecked() throws IOException {
    Path file = write(
        "clouds.yaml",
        "clouds: {mine: {verify: false, auth: {auth_url: 'URL', username: a, password: b,"
            + " project_id: c}}}");

    assertThatThrownBy(
            () -> identity(Map.of("cloud", "mine", "cloudsFile", file.toString()), Map.of()))
        .hasMessageContaining("verify: must be true");
  }

  @Test
  void aCloudWithSeveralRegionsWantsOneNamed() {
    assertThatThrownBy(() -> identity(
            Map.of(
                "authUrl",
                scene.cloud.url() + "/identity",
                "user",
                FakeOpenStack.USER,
                "password",
                FakeOpenStack.PASSWORD,
                "project",
                "demo"),
            Map.of()))
        .hasMessageContaining("region is missing: the cloud has [RegionOne, RegionTwo]");
  }

  @Test
  void aRegionThatIsNotThereIsToldWithThoseThatAre() {
    try (MachineProvider lost = scene.open(Map.of("region", "RegionThree"))) {
      assertThatThrownBy(() -> lists(lost))
          .hasMessageContaining("no public address of the service compute in region RegionThree")
          .hasMessageContaining("[RegionOne, RegionTwo]");
    }
  }

  @Test
  void theInterfaceSaysWhichAddressesAreUsed() {
    try (MachineProvider inside = scene.open(Map.of("interface", "internal"))) {
      assertThatThrownBy(() -> lists(inside))
          .as("there is no server at the internal addresses")
          .isInstanceOfSatisfying(
              CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.UNAVAILABLE));
    }
    assertThat(scene.requests("/identity")).isEqualTo(1);
    assertThat(scene.requests("/compute")).isZero();
  }

  private static void lists(MachineProvider provider) {
    ListResult unused =
        provider.list(ListQuery.all(OpenStackFixture.WEB), machine -> {}, FakeCall.patient());
  }

  @Test
  void aChangedPasswordIsReadAtTheNextLogin() throws IOException {
    String text = "clouds: {mine: {auth: {auth_url: 'URL', username: demo, password: %s,"
        + " project_name: demo}, region_name: RegionOne}}";
    Path file = write("clouds.yaml", text.formatted(FakeOpenStack.PASSWORD));
    try (MachineProvider provider =
        scene.open(Map.of("cloud", "mine", "cloudsFile", file.toString()), Map.of())) {
      assertThat(provider.identity(FakeCall.patient())).isEqualTo(ACCOUNT);

      scene.cloud.password("another-one");
      scene.cloud.expireTokens();
      write("clouds.yaml", text.formatted("another-one"));

      assertThat(provider.identity(FakeCall.patient())).isEqualTo(ACCOUNT);
    }
  }
}
