package io.cloudadapter.testkit.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.spi.feature.ProviderFeatures;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The package documentation of the SPI names every feature that an adapter may have. */
class FeatureListTest {

  @Test
  void thePackageDocumentationNamesEveryFeature() throws IOException {
    String text = Files.readString(Path.of("")
        .toAbsolutePath()
        .getParent()
        .resolve("adapter-api/src/main/java/io/cloudadapter/spi/package-info.java"));
    Matcher list = Pattern.compile("feature   optional features: (.*?)</pre>", Pattern.DOTALL)
        .matcher(text);
    assertThat(list.find()).isTrue();
    List<String> named = Arrays.stream(list.group(1).split("[^A-Za-z]+"))
        .filter(word -> !word.isEmpty())
        .toList();

    assertThat(named)
        .containsExactlyInAnyOrder(
            ProviderFeatures.ALL.stream().map(Class::getSimpleName).toArray(String[]::new));
  }
}
