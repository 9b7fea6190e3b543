package io.cloudadapter.aws.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.cloudadapter.aws.AwsFixture;
import io.cloudadapter.aws.cloud.FakeAws;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.ListQuery;
import io.cloudadapter.spi.MachineProvider;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class AwsCredentialSourceTest {
  private final AwsFixture scene = new AwsFixture();
  private final MachineProvider inRole = scene.open(Map.of("roleArn", FakeAws.ROLE));

  @AfterEach
  void close() {
    inRole.close();
    scene.close();
  }

  private void list() {
    inRole.list(ListQuery.all(AwsFixture.WEB), machine -> {}, FakeCall.patient());
  }

  @Test
  void aRoleIsTakenOnOnceForManyRequests() {
    list();
    list();
    inRole.identity(FakeCall.patient());

    assertThat(scene.requests("AssumeRole")).isEqualTo(1);
  }

  @Test
  void aRoleIsTakenOnAgainAheadOfItsEnd() {
    list();
    scene.pass(Duration.ofMinutes(50));
    list();
    scene.pass(Duration.ofMinutes(5));
    list();

    assertThat(scene.requests("AssumeRole")).isEqualTo(2);
  }

  @Test
  void aSessionThatWasRefusedIsReplacedOnceAndTheRequestSentAgain() {
    list();
    scene.cloud.expireSessions();

    list();

    assertThat(scene.requests("AssumeRole")).isEqualTo(2);
    assertThat(scene.cloud.requests()).contains("DescribeInstances → 400");
  }

  @Test
  void aRoleThatMayNotBeTakenOnIsDenied() {
    MachineProvider other = scene.open(Map.of("roleArn", "arn:aws:iam::123456789012:role/others"));

    assertThatThrownBy(() -> other.identity(FakeCall.patient()))
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.DENIED))
        .hasMessageContaining("sts:AssumeRole was answered with 403 AccessDenied");
    other.close();
  }

  @Test
  void aWrongKeyIsUnauthenticatedAndItsSecretIsNotShown() {
    MachineProvider other =
        scene.open(Map.of("accessKeyId", "AKIAOTHER", "secretAccessKey", "hush-hush"));

    assertThatThrownBy(() -> other.identity(FakeCall.patient()))
        .isInstanceOfSatisfying(CloudException.class, e -> {
          assertThat(e.kind()).isEqualTo(Kind.UNAUTHENTICATED);
          assertThat(e.summary()).doesNotContain("hush-hush");
        });
    other.close();
  }
}
