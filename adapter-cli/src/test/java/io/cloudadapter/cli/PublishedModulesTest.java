package io.cloudadapter.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.NodeList;

/** What is in the BOM is published, and nothing else is. */
class PublishedModulesTest {
  private static final Path ROOT = Path.of("..");

  @Test
  void noPublishedModuleCarriesAJarOfItsTests() throws Exception {
    List<String> published = texts(pom("adapter-bom"), "artifactId");
    published.remove(0);
    published.removeIf(name -> !name.startsWith("adapter-"));

    assertThat(published).contains("adapter-core", "adapter-testkit", "adapter-cli");
    for (String module : published) {
      assertThat(texts(pom(module), "goal")).as(module).doesNotContain("test-jar");
      assertThat(texts(pom(module), "maven.deploy.skip")).as(module).isEmpty();
    }
  }

  @Test
  void aModuleOutsideOfTheBomIsNotPublished() throws Exception {
    List<String> published = texts(pom("adapter-bom"), "artifactId");
    List<String> others = texts(pom("."), "module");
    others.removeAll(published);

    assertThat(others).contains("store-tests", "testkit-proof", "benchmarks");
    for (String module : others) {
      assertThat(texts(pom(module), "maven.deploy.skip")).as(module).containsExactly("true");
    }
  }

  private static Document pom(String module) throws Exception {
    return DocumentBuilderFactory.newInstance()
        .newDocumentBuilder()
        .parse(ROOT.resolve(module).resolve("pom.xml").toFile());
  }

  private static List<String> texts(Document pom, String element) {
    NodeList found = pom.getElementsByTagName(element);
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < found.getLength(); i++) {
      texts.add(found.item(i).getTextContent());
    }
    return texts;
  }
}
