package io.cloudadapter.cli;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Adds the libraries that jars have as files, such as those of the console's pages, to a list of components: Maven
 * knows none of them. It runs while the release is built and is no part of it.
 */
final class VendoredComponents {
  private static final String LIST = "META-INF/sbom/vendored.cdx.json";

  private VendoredComponents() {}

  /** Takes the list of components, which is written anew. */
  public static void main(String[] args) throws IOException {
    Path file = Path.of(args[0]);
    ObjectMapper json = new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);
    ObjectNode whole = (ObjectNode) json.readTree(file.toFile());
    ArrayNode components = whole.withArrayProperty("components");
    ArrayNode dependencies = whole.withArrayProperty("dependencies");
    var lists = ClassLoader.getSystemResources(LIST);
    if (!lists.hasMoreElements()) {
      throw new IllegalStateException("no jar has " + LIST);
    }
    while (lists.hasMoreElements()) {
      try (InputStream in = lists.nextElement().openStream()) {
        for (JsonNode component : json.readTree(in).get("components")) {
          add(components, dependencies, component);
        }
      }
    }
    Files.write(file, json.writeValueAsBytes(whole));
  }

  private static void add(ArrayNode components, ArrayNode dependencies, JsonNode component) {
    String ref = component.get("bom-ref").asText("");
    for (JsonNode known : components) {
      if (known.path("bom-ref").asText("").equals(ref)) {
        return; // The build is repeated.
      }
    }
    components.add(component);
    dependencies.addObject().put("ref", ref).putArray("dependsOn");
  }
}
