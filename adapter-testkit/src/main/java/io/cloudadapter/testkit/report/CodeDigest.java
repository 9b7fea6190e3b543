package io.cloudadapter.testkit.report;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The code that was certified, told from any other: a jar, or a folder of classes. */
public final class CodeDigest {
  private static final String UNKNOWN = "unknown";

  private CodeDigest() {}

  /** The digest of what a class was loaded from, or {@code unknown} if that is no file. */
  public static String sha256(Class<?> type) {
    @Nullable CodeSource source = type.getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      return UNKNOWN;
    }
    try {
      URI location = source.getLocation().toURI();
      return sha256(Path.of(location));
    } catch (URISyntaxException | IllegalArgumentException | FileSystemNotFoundException e) {
      // Such as an address: then the adapter came from no file that could be looked at again.
      return UNKNOWN;
    } catch (IOException e) {
      throw new UncheckedIOException("cannot read the adapter's own code", e);
    }
  }

  /** A jar's bytes as they are; of a folder each file's name and bytes, in the order of the names. */
  public static String sha256(Path code) throws IOException {
    MessageDigest digest = digest();
    if (Files.isDirectory(code)) {
      for (String name : names(code)) {
        byte[] bytes = Files.readAllBytes(code.resolve(name));
        String entry = name + "\0" + bytes.length + "\0";
        digest.update(entry.getBytes(StandardCharsets.UTF_8));
        digest.update(bytes);
      }
    } else {
      digest.update(Files.readAllBytes(code));
    }
    return HexFormat.of().formatHex(digest.digest());
  }

  private static List<String> names(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      return files
          .filter(Files::isRegularFile)
          .map(file -> folder.relativize(file).toString().replace('\\', '/'))
          .sorted()
          .toList();
    }
  }

  private static MessageDigest digest() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java platform has SHA-256", e);
    }
  }
}
