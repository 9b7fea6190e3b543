package io.cloudadapter.benchmarks.store;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The system calls of a {@link TracedWorkload} that changed its files, as strace wrote them down. */
final class SystemCallTrace {
  private static final Pattern CALL = Pattern.compile("^\\d+ +(\\w+)\\((.*)");
  private static final Pattern STRING = Pattern.compile("[\"<]((?:\\\\x[0-9a-f]{2})*)[\">]");
  private static final Pattern POSITION =
      Pattern.compile(", (\\d+)(?:\\) += \\d+| <unfinished.*)$");

  /**
   * What a call did to a file of the store; an acknowledgement names none. The
   * position of a truncation is the new length.
   */
  @SuppressWarnings("ArrayRecordComponent") // no code compares events
  record Event(Kind kind, String file, String to, byte[] bytes, long position) {}

  enum Kind {
    WRITE,
    TRUNCATE,
    FORCE,
    RENAME,
    DELETE,
    ACKNOWLEDGE
  }

  private SystemCallTrace() {}

  static List<Event> read(Path file) throws IOException {
    List<Event> events = new ArrayList<>();
    try (BufferedReader lines = Files.newBufferedReader(file, StandardCharsets.US_ASCII)) {
      lines.lines().forEach(line -> parse(line, events));
    } catch (UncheckedIOException e) {
      throw e.getCause();
    }
    return events;
  }

  private static void parse(String line, List<Event> events) {
    Matcher call = CALL.matcher(line);
    if (!call.matches()) {
      return;
    }
    List<byte[]> strings = strings(call.group(2));
    String path = strings.isEmpty() ? "" : text(strings.get(0));
    boolean ours = path.contains("/data/");
    String name = path.substring(path.lastIndexOf('/') + 1);
    switch (call.group(1)) {
      case "write" -> {
        if (path.endsWith("/acks")) {
          events.add(new Event(Kind.ACKNOWLEDGE, "", "", strings.get(1), 0));
        } else if (ours) {
          throw new IllegalArgumentException("write without position to " + path);
        }
      }
      case "pwrite64" -> {
        if (ours) {
          events.add(new Event(Kind.WRITE, name, "", strings.get(1), position(call.group(2))));
        }
      }
      case "ftruncate" -> {
        if (ours) {
          events.add(new Event(Kind.TRUNCATE, name, "", new byte[0], position(call.group(2))));
        }
      }
      case "fsync", "fdatasync" -> {
        if (ours) {
          events.add(new Event(Kind.FORCE, name, "", new byte[0], 0));
        }
      }
      case "rename" -> {
        if (ours) {
          String to = text(strings.get(1));
          events.add(
              new Event(Kind.RENAME, name, to.substring(to.lastIndexOf('/') + 1), new byte[0], 0));
        }
      }
      case "unlink" -> {
        if (ours) {
          events.add(new Event(Kind.DELETE, name, "", new byte[0], 0));
        }
      }
      case "openat", "mmap", "lseek" -> {} // change no byte
      default -> {
        if (ours) {
          throw new IllegalArgumentException("a call that is not replayed: " + call.group(1));
        }
      }
    }
  }

  private static long position(String arguments) {
    Matcher matcher = POSITION.matcher(arguments);
    if (!matcher.find()) {
      throw new IllegalArgumentException("no position in a traced write");
    }
    return Long.parseLong(matcher.group(1));
  }

  private static List<byte[]> strings(String arguments) {
    List<byte[]> strings = new ArrayList<>();
    Matcher matcher = STRING.matcher(arguments);
    while (matcher.find()) {
      String hex = matcher.group(1);
      byte[] bytes = new byte[hex.length() / 4];
      for (int i = 0; i < bytes.length; i++) {
        bytes[i] = (byte) Integer.parseInt(hex, 4 * i + 2, 4 * i + 4, 16);
      }
      strings.add(bytes);
    }
    return strings;
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }
}
