package io.cloudadapter.testkit.wire;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.ProtocolException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Reads HTTP/1.1 off one connection, and refuses what is not. */
final class HttpReader {
  private static final Pattern REQUEST_LINE =
      Pattern.compile("([A-Z]+) (/[!-~]*|\\*) HTTP/1\\.([01])");
  private static final Pattern STATUS_LINE = Pattern.compile("HTTP/1\\.([01]) ([1-5]\\d\\d)( .*)?");
  private static final Pattern HEADER =
      Pattern.compile("([!#$%&'*+.^_`|~0-9A-Za-z-]+):[ \t]*+(.*)");
  private static final Pattern CHUNK = Pattern.compile("([0-9A-Fa-f]{1,7})[ \t]*(;.*)?");
  private static final int LONGEST_LINE = 1 << 16;
  private static final byte[] CONTINUE =
      "HTTP/1.1 100 Continue\r\n\r\n".getBytes(StandardCharsets.US_ASCII);

  private static final int BUFFER = 1 << 13;

  private final InputStream in;

  // A buffered stream takes a lock for each byte; one thread reads a connection.
  private final byte[] buffer = new byte[BUFFER];
  private int next;
  private int end;

  HttpReader(InputStream in) {
    this.in = in;
  }

  /** Waits for the first byte of something; false if the other side has ended. */
  boolean awaits() throws IOException {
    if (next == end) {
      next = 0;
      end = Math.max(0, in.read(buffer));
    }
    return next < end;
  }

  private int read() throws IOException {
    return awaits() ? buffer[next++] & 0xFF : -1;
  }

  /** What the buffer still holds, and then what the connection brings. */
  private byte[] upTo(int length) throws IOException {
    int held = Math.min(length, end - next);
    byte[] more = held == length ? new byte[0] : in.readNBytes(length - held);
    byte[] all = Arrays.copyOfRange(buffer, next, next + held + more.length);
    System.arraycopy(more, 0, all, held, more.length);
    next += held;
    return all;
  }

  /**
   * Reads a request whole.
   *
   * @param back gets the answer to a client that asks whether to send its body
   */
  ProxyRequest request(OutputStream back) throws IOException {
    Matcher line = match(REQUEST_LINE, line(), "request line");
    Map<String, List<String>> headers = headers();
    boolean since11 = line.group(3).equals("1");
    if (Headers.has(headers, "Expect", "100-continue")) {
      back.write(CONTINUE);
      back.flush();
    }
    byte[] body = framed(headers) ? body(headers) : new byte[0];
    boolean lasting = since11 && !Headers.has(headers, "Connection", "close");
    return new ProxyRequest(line.group(1), line.group(2), headers, body, lasting);
  }

  /** Reads the reply to a request whole. */
  ScriptedReply reply(String method) throws IOException {
    while (true) {
      int status = Integer.parseInt(match(STATUS_LINE, line(), "status line").group(2));
      Map<String, List<String>> headers = headers();
      if (status == 101) {
        throw new ProtocolException("the cloud changed to another protocol than HTTP/1.1");
      }
      if (status >= 200) {
        boolean none = method.equals("HEAD") || status == 204 || status == 304;
        byte[] body =
            none ? new byte[0] : framed(headers) ? body(headers) : upTo(Integer.MAX_VALUE);
        return new ScriptedReply(
            new ProxyReply(status, Headers.travelling(headers), body), !none && chunked(headers));
      }
    }
  }

  private static boolean framed(Map<String, List<String>> headers) {
    return headers.containsKey("Transfer-Encoding") || headers.containsKey("Content-Length");
  }

  private static boolean chunked(Map<String, List<String>> headers) {
    return headers.containsKey("Transfer-Encoding");
  }

  private byte[] body(Map<String, List<String>> headers) throws IOException {
    if (chunked(headers)) {
      if (headers.containsKey("Content-Length")
          || !headers.getOrDefault("Transfer-Encoding", List.of()).equals(List.of("chunked"))) {
        throw new ProtocolException(
            "chunked is the only transfer coding, and excludes Content-Length");
      }
      return chunks();
    }
    List<String> lengths = headers.getOrDefault("Content-Length", List.of("none"));
    if (lengths.stream().distinct().count() > 1 || !lengths.get(0).matches("\\d{1,9}")) {
      throw new ProtocolException("not a Content-Length: " + lengths);
    }
    return exactly(Integer.parseInt(lengths.get(0)));
  }

  private byte[] chunks() throws IOException {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    while (true) {
      int size = Integer.parseInt(match(CHUNK, line(), "chunk size").group(1), 16);
      if (size == 0) {
        headers(); // trailers, which are ignored
        return all.toByteArray();
      }
      all.writeBytes(exactly(size));
      if (!line().isEmpty()) {
        throw new ProtocolException("a chunk is longer than its size");
      }
    }
  }

  private byte[] exactly(int length) throws IOException {
    byte[] bytes = upTo(length);
    if (bytes.length < length) {
      throw new EOFException("ended after " + bytes.length + " of " + length + " bytes of body");
    }
    return bytes;
  }

  private Map<String, List<String>> headers() throws IOException {
    Map<String, List<String>> headers = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    for (String line = line(); !line.isEmpty(); line = line()) {
      Matcher header = match(HEADER, line, "header");
      headers
          .computeIfAbsent(header.group(1), name -> new ArrayList<>())
          .add(withoutBlanksAtItsEnd(header.group(2)));
    }
    return headers;
  }

  private static String withoutBlanksAtItsEnd(String value) {
    int length = value.length();
    while (length > 0 && (value.charAt(length - 1) == ' ' || value.charAt(length - 1) == '\t')) {
      length--;
    }
    return value.substring(0, length);
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    while (true) {
      int octet = read();
      if (octet < 0) {
        throw new EOFException("ended in the middle of a line");
      }
      if (octet == '\r') {
        if (read() != '\n') {
          throw new ProtocolException("a carriage return without a line feed");
        }
        return line.toString();
      }
      if (octet == '\n' || line.length() == LONGEST_LINE) {
        throw new ProtocolException("a line must end in CR LF, and within 64 KiB");
      }
      line.append((char) octet); // ISO 8859-1
    }
  }

  /** The line stays out of the message: it may be a header that holds a secret. */
  private static Matcher match(Pattern pattern, String line, String what) throws IOException {
    Matcher matcher = pattern.matcher(line);
    if (!matcher.matches()) {
      throw new ProtocolException("not a " + what + " of HTTP/1.1");
    }
    return matcher;
  }
}
