package io.cloudadapter.server.security;

import com.google.common.hash.Hashing;
import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.spi.config.ConfigError;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFileAttributeView;
import java.nio.file.attribute.PosixFilePermission;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.HashSet;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The bearer tokens that are accepted, by hash. A look-up takes the same time for every token, valid or not.
 */
public final class TokenRegistry {
  private static final Logger LOG = LoggerFactory.getLogger(TokenRegistry.class);
  private static final String PREFIX = "token:";
  private static final int SHORTEST = 16;
  private static final Set<PosixFilePermission> OTHERS = EnumSet.of(
      PosixFilePermission.GROUP_WRITE,
      PosixFilePermission.OTHERS_READ,
      PosixFilePermission.OTHERS_WRITE);

  private final List<Entry> entries;

  private TokenRegistry(List<Entry> entries) {
    this.entries = entries;
  }

  /**
   * Reads the tokens.
   *
   * @param tokens what was configured
   * @return the book
   * @throws IllegalArgumentException if a name or a token occurs twice, or a file cannot be read, can be read by
   *     others, or holds no token; the message names the file, never what is in it
   */
  public static TokenRegistry of(List<BearerToken> tokens) {
    List<ConfigError> faults = new ArrayList<>();
    TokenRegistry book = read(tokens, faults);
    if (!faults.isEmpty()) {
      throw new IllegalArgumentException(
          faults.stream().map(ConfigError::toString).collect(Collectors.joining("; ")));
    }
    return book;
  }

  /**
   * Reads the tokens anew. One whose file has been deleted is revoked, and accepted again when its file is
   * back.
   *
   * @param tokens what was configured
   * @return the book
   * @throws IllegalArgumentException if a file that is there cannot be used
   */
  public static TokenRegistry anew(List<BearerToken> tokens) {
    List<BearerToken> left = new ArrayList<>();
    for (BearerToken token : tokens) {
      if (token.source() instanceof BearerToken.File file && !Files.exists(file.path())) {
        LOG.warn("token {} is revoked: its file {} is gone", token.name(), file.path());
      } else {
        left.add(token);
      }
    }
    return of(left);
  }

  /**
   * Reads the tokens that can be used.
   *
   * @param tokens what was configured
   * @param faults gets all errors, by the token's name
   * @return the book of the others
   */
  static TokenRegistry read(List<BearerToken> tokens, List<ConfigError> faults) {
    List<Entry> entries = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (BearerToken token : tokens) {
      try {
        if (!names.add(token.name())) {
          throw new IllegalArgumentException("the name is given twice");
        }
        entries.add(entry(token, entries));
      } catch (IllegalArgumentException e) {
        faults.add(new ConfigError("tokens." + token.name(), String.valueOf(e.getMessage())));
      }
    }
    return new TokenRegistry(List.copyOf(entries));
  }

  private static Entry entry(BearerToken token, List<Entry> others) {
    byte[] hash = hash(token);
    for (Entry other : others) {
      if (MessageDigest.isEqual(other.hash, hash)) {
        throw new IllegalArgumentException("is the same token as that of " + other.caller.name()
            + "; each must be given once, with one role");
      }
    }
    String name = PREFIX + token.name();
    // A hash of the hash: by the hash itself a short token could be guessed.
    String credential = Hashing.sha256().hashBytes(hash).toString().substring(0, 16);
    return new Entry(
        token.name(),
        new Caller(name, name, token.role(), token.scope(), Optional.empty(), credential),
        hash);
  }

  /**
   * Whether there is any token.
   *
   * @return true if no caller could have one
   */
  boolean isEmpty() {
    return entries.isEmpty();
  }

  /** Whether a caller was identified by a token of the configuration. */
  static boolean isOfToken(Caller caller) {
    return caller.name().startsWith(PREFIX);
  }

  /** Whether there still is the token of this caller, with the same permissions. */
  boolean accepts(Caller caller) {
    return entries.stream().anyMatch(entry -> entry.caller.equals(caller));
  }

  /** Whose token it is. */
  Optional<Caller> find(String token) {
    return entry(token).map(entry -> entry.caller);
  }

  /** What is known of a token. */
  Optional<Entry> entry(String token) {
    byte[] hash = sha256(token);
    Optional<Entry> found = Optional.empty();
    for (Entry entry : entries) { // All of them, so that time tells nothing.
      if (MessageDigest.isEqual(entry.hash, hash)) {
        found = Optional.of(entry);
      }
    }
    return found;
  }

  /** What is known of a token, if it is one of that name. */
  Optional<Entry> entry(String name, String token) {
    return entry(token).filter(known -> known.name.equals(name));
  }

  /** The token of that name, if it is accepted at present. */
  Optional<Entry> named(String name) {
    return entries.stream().filter(entry -> entry.name.equals(name)).findFirst();
  }

  private static byte[] hash(BearerToken token) {
    if (token.source() instanceof BearerToken.Hash hash) {
      return HexFormat.of().parseHex(hash.hex());
    }
    Path file = ((BearerToken.File) token.source()).path();
    try {
      checkPermissions(file);
      String text = Files.readString(file, StandardCharsets.UTF_8).strip();
      if (text.length() < SHORTEST || text.chars().anyMatch(c -> c <= ' ' || c > '~')) {
        throw new IllegalArgumentException("file " + file + " must hold one token of at least "
            + SHORTEST + " printable ASCII characters without space");
      }
      return sha256(text);
    } catch (IOException e) {
      throw new IllegalArgumentException(
          "file " + file + " cannot be read: " + FileErrorText.of(e), e);
    }
  }

  private static void checkPermissions(Path file) throws IOException {
    PosixFileAttributeView view = Files.getFileAttributeView(file, PosixFileAttributeView.class);
    if (view == null) {
      return;
    }
    for (PosixFilePermission permission : view.readAttributes().permissions()) {
      if (OTHERS.contains(permission)) {
        throw new IllegalArgumentException(
            "file " + file + " is open to others (" + permission + "); chmod 600 it");
      }
    }
  }

  private static byte[] sha256(String text) {
    return Hashing.sha256().hashString(text, StandardCharsets.UTF_8).asBytes();
  }

  /** One token, known by its hash only. */
  static final class Entry {
    final String name;
    final Caller caller;
    final byte[] hash;

    private Entry(String name, Caller caller, byte[] hash) {
      this.name = name;
      this.caller = caller;
      this.hash = hash;
    }
  }
}
