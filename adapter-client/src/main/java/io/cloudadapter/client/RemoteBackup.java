package io.cloudadapter.client;

import io.cloudadapter.api.LedgerBackup;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolException.Reason;
import java.io.IOException;
import java.io.InputStream;
import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.Iterator;
import java.util.stream.Stream;

/** Reads the content of a backup from a server's reply, part by part. */
final class RemoteBackup {
  private static final int PART = 64 << 10;

  private final InputStream body;

  private RemoteBackup(InputStream body) {
    this.body = body;
  }

  /** The backup that a server sends. */
  static LedgerBackup of(RequestExchange exchange) {
    HttpResponse<InputStream> reply;
    try {
      reply = exchange.open("/backup");
    } catch (LostReplyException e) {
      throw RequestExchange.unavailable(e);
    }
    HttpHeaders headers = reply.headers();
    return new LedgerBackup(
        headers.firstValue("X-Ledger-Generation").orElse(""),
        headers.firstValueAsLong("X-Ledger-Revision").orElse(0),
        Duration.ofSeconds(headers.firstValueAsLong("Age").orElse(0)),
        new RemoteBackup(reply.body()).parts());
  }

  private Iterator<byte[]> parts() {
    return Stream.generate(this::read).takeWhile(part -> part.length > 0).iterator();
  }

  private byte[] read() {
    try {
      byte[] part = body.readNBytes(PART);
      if (part.length == 0) {
        body.close();
      }
      return part;
    } catch (IOException e) {
      throw new PoolException(
          Reason.UNAVAILABLE,
          "the connection broke during the backup: " + e.getMessage(),
          "Nothing was written. Take the backup again.",
          e);
    }
  }
}
