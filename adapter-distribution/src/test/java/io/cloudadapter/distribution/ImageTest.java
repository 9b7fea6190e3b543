package io.cloudadapter.distribution;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The OCI image: its layout is whole, and its entry point runs where nothing else of this system is seen. */
class ImageTest {
  @TempDir
  private Path directory;

  private Path layout;
  private final Set<String> used = new TreeSet<>();

  @BeforeEach
  void unpack() throws Exception {
    layout = Files.createDirectory(directory.resolve("layout"));
    assertThat(InstalledRelease.execute(
            Map.of(),
            directory,
            List.of(
                "tar",
                "-xf",
                InstalledRelease.archive("-image.tar").toString(),
                "-C",
                layout.toString())))
        .isEqualTo(new InstalledRelease.Result(0, ""));
  }

  private static String sha256(InputStream from) throws Exception {
    MessageDigest digest = MessageDigest.getInstance("SHA-256");
    try (DigestInputStream bytes = new DigestInputStream(from, digest)) {
      bytes.transferTo(OutputStream.nullOutputStream());
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private Path blob(JsonNode descriptor) {
    String digest = descriptor.path("digest").asText();
    assertThat(digest).matches("sha256:[0-9a-f]{64}");
    used.add(digest.substring("sha256:".length()));
    return layout.resolve("blobs/sha256").resolve(digest.substring("sha256:".length()));
  }

  private JsonNode document(JsonNode descriptor) throws IOException {
    return new ObjectMapper().readTree(blob(descriptor).toFile());
  }

  private JsonNode manifest() throws IOException {
    JsonNode index = new ObjectMapper().readTree(layout.resolve("index.json").toFile());
    assertThat(index.path("manifests")).hasSize(1);
    return document(index.at("/manifests/0"));
  }

  @Test
  void each_part_has_its_digest_and_size_and_nothing_else_is_in_the_layout() throws Exception {
    JsonNode manifest = manifest();
    JsonNode config = document(manifest.path("config"));
    List<String> contents = new ArrayList<>();
    for (JsonNode layer : manifest.path("layers")) {
      Path file = blob(layer);
      assertThat(layer.path("mediaType").asText())
          .isEqualTo("application/vnd.oci.image.layer.v1.tar+gzip");
      assertThat(Files.size(file)).isEqualTo(layer.path("size").asLong());
      contents.add("sha256:" + sha256(new GZIPInputStream(Files.newInputStream(file))));
    }

    assertThat(Files.readString(layout.resolve("oci-layout")))
        .isEqualTo("{\"imageLayoutVersion\":\"1.0.0\"}");
    assertThat(config.at("/rootfs/diff_ids")).extracting(JsonNode::asText).isEqualTo(contents);
    assertThat(config.path("history")).hasSameSizeAs(contents);
    assertThat(config.at("/config/User").asText()).isEqualTo("10001:10001");
    try (Stream<Path> files = Files.list(layout.resolve("blobs/sha256"))) {
      for (Path file : files.toList()) {
        assertThat(sha256(Files.newInputStream(file)))
            .isEqualTo(file.getFileName().toString());
        assertThat(used).contains(file.getFileName().toString());
      }
    }
  }

  @Test
  void the_entry_point_serves_as_its_user_on_a_root_that_it_cannot_write() throws Exception {
    InstalledRelease.Result prepared;
    try {
      prepared = script("10001:10001", "none", List.of("prepare"));
    } catch (IOException e) {
      prepared = new InstalledRelease.Result(127, e.toString());
    }
    assumeThat(prepared.code())
        .as("no image can be run here: " + prepared.out())
        .isZero();
    JsonNode manifest = manifest();
    JsonNode config = document(manifest.path("config")).path("config");
    String entry = StreamSupport.stream(config.path("Entrypoint").spliterator(), false)
        .map(JsonNode::asText)
        .collect(Collectors.joining(" "));
    List<String> layers = new ArrayList<>();
    manifest.path("layers").forEach(layer -> layers.add(blob(layer).toString()));

    InstalledRelease.Result result = script(config.path("User").asText(), entry, layers);

    assertThat(result.code()).as(result.out()).isZero();
    assertThat(result.out().lines().filter(line -> line.startsWith("fact: ")))
        .as(result.out())
        .containsExactly(
            "fact: files of the server: 700 10001:10001",
            "fact: prints its version as adapter",
            "fact: serves as 10001",
            "fact: takes commands",
            "fact: healthy",
            "fact: ended with 0",
            "fact: unhealthy without a server",
            "fact: has no shell",
            "fact: lists its components");
  }

  private InstalledRelease.Result script(String user, String entry, List<String> layers)
      throws Exception {
    Path script = directory.resolve("run-image.sh");
    try (var in = ImageTest.class.getResourceAsStream("/run-image.sh")) {
      Files.write(script, in.readAllBytes());
    }
    List<String> command = new ArrayList<>(
        List.of("unshare", "--mount", "sh", script.toString(), directory.toString(), user, entry));
    command.addAll(layers);
    return InstalledRelease.execute(Map.of(), directory, command);
  }
}
