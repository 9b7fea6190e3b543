package io.cloudadapter.aws.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.aws.AwsProviderFactory;
import io.cloudadapter.spi.config.ConfigError;
import io.cloudadapter.spi.config.ConfigException;
import io.cloudadapter.spi.config.ProviderConfig;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class AwsConfigTest {

  private static List<String> faults(Map<String, String> values) {
    ProviderConfig config = new AwsProviderFactory().config().parse(values);
    try {
      AwsConfig unused = AwsConfig.of(config);
      return List.of();
    } catch (ConfigException e) {
      return e.faults().stream().map(ConfigError::toString).toList();
    }
  }

  @Test
  void anAccountNeedsNoKeyAtAll() {
    assertThat(faults(Map.of())).isEmpty();
  }

  @Test
  void allThatIsWrongIsTold() {
    assertThat(faults(Map.of(
            "region", "Stockholm",
            "endpoint", "ftp://aws.example",
            "accessKeyId", "AKIA1",
            "profile", "work",
            "externalId", "hush",
            "roleSession", "a b")))
        .containsExactlyInAnyOrder(
            "region: must be a region such as eu-north-1, was Stockholm",
            "endpoint: must be http or https with a host and no query, was ftp://aws.example",
            "secretAccessKey: is missing beside accessKeyId",
            "profile: must be left out beside accessKeyId",
            "roleArn: is missing beside externalId",
            "roleSession: must be 2 to 64 of letters, digits and _+=,.@-, was a b");
  }

  @Test
  void aSecretAloneIsNoAccessKey() {
    assertThat(faults(Map.of("secretAccessKey", "hush")))
        .containsExactly("accessKeyId: is missing beside secretAccessKey or sessionToken");
  }

  @Test
  void aRoleIsAnArn() {
    assertThat(faults(Map.of("roleArn", "pools")))
        .containsExactly(
            "roleArn: must be such as arn:aws:iam::123456789012:role/pools, was pools");
  }

  @Test
  void aSpotQueueIsAUrlAndNotShownIfItIsNone() {
    assertThat(faults(Map.of("spotQueue", "https://example.com/spots")))
        .containsExactly("spotQueue: must be the URL of a queue, such as"
            + " https://sqs.eu-north-1.amazonaws.com/111122223333/spots, was another text, of 25"
            + " characters");
    assertThat(
            faults(Map.of("spotQueue", "https://sqs.eu-north-1.amazonaws.com/111122223333/spots")))
        .isEmpty();
  }

  @Test
  void regionsOfEveryPartitionAreOnes() {
    for (String region :
        List.of("eu-north-1", "us-gov-west-1", "cn-northwest-1", "ap-southeast-5")) {
      assertThat(faults(Map.of("region", region))).isEmpty();
    }
  }
}
