package io.cloudadapter.cli.certify;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.cloudadapter.cli.terminal.ProgramName;
import java.io.IOException;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** A {@code certificate.json} as it is on disk, with the files that it describes beside it. */
final class CertificateFile {
  private static final JsonMapper JSON = JsonMapper.builder().build();
  private static final Pattern NAME = Pattern.compile("[a-z][a-z.-]*");

  private final Path file;
  private final byte[] bytes;
  private final JsonNode root;

  private CertificateFile(Path file, byte[] bytes, JsonNode root) {
    this.file = file;
    this.bytes = bytes;
    this.root = root;
  }

  /** Whether a file beside the certificate is the one that the certificate describes. */
  enum Beside {
    SAME,
    CHANGED,
    MISSING
  }

  /**
   * Reads a certificate.
   *
   * @throws IllegalArgumentException if the file cannot be read, or is no certificate
   */
  static CertificateFile read(Path file) {
    byte[] bytes;
    try {
      bytes = Files.readAllBytes(file);
    } catch (NoSuchFileException e) {
      throw new IllegalArgumentException(file + " cannot be read: there is no such file", e);
    } catch (AccessDeniedException e) {
      throw new IllegalArgumentException(file + " cannot be read: access is denied", e);
    } catch (IOException e) {
      throw new IllegalArgumentException(file + " cannot be read: " + e.getMessage(), e);
    }
    JsonNode root = parsed(file, bytes);
    for (String field : new String[] {"/result", "/headline", "/subject/name", "/tier"}) {
      if (!root.at(field).isTextual()) {
        throw new IllegalArgumentException(
            file + " must be a certificate.json of " + ProgramName.text()
                + " certify, but lacks the text " + field.substring(1).replace('/', '.'));
      }
    }
    return new CertificateFile(file, bytes, root);
  }

  private static JsonNode parsed(Path file, byte[] bytes) {
    try {
      return JSON.readTree(bytes);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(
          file
              + " must be a certificate.json of "
              + ProgramName.text()
              + " certify, was no JSON: "
              + e.getOriginalMessage(),
          e);
    } catch (IOException e) {
      throw new IllegalStateException("bytes in memory cannot be read", e);
    }
  }

  /** The content, byte for byte. */
  byte[] bytes() {
    return bytes.clone();
  }

  /** A text of the certificate, by its JSON pointer; empty if it lacks the text. */
  String text(String pointer) {
    return root.at(pointer).asText("");
  }

  /**
   * Compares the files beside the certificate with the digests in it. Certificates of earlier kits
   * have none.
   *
   * @throws IllegalArgumentException if the certificate names a file elsewhere
   */
  Map<String, Beside> beside() {
    Map<String, Beside> found = new TreeMap<>();
    for (Map.Entry<String, JsonNode> one : root.path("files").properties()) {
      if (!NAME.matcher(one.getKey()).matches()) {
        throw new IllegalArgumentException(
            file + ": files must name files beside it, was \"" + one.getKey() + "\"");
      }
      found.put(one.getKey(), compared(one.getKey(), one.getValue().asText("")));
    }
    return found;
  }

  private Beside compared(String name, String sha256) {
    try {
      byte[] content = Files.readAllBytes(file.resolveSibling(name));
      return CertificateSignature.sha256(content).equals(sha256) ? Beside.SAME : Beside.CHANGED;
    } catch (NoSuchFileException e) {
      return Beside.MISSING;
    } catch (IOException e) {
      throw new IllegalArgumentException(
          file.resolveSibling(name) + " cannot be read: " + e.getMessage(), e);
    }
  }
}
