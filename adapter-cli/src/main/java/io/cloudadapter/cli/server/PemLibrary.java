package io.cloudadapter.cli.server;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import org.bouncycastle.openssl.PEMParser;

/**
 * Loads the library that reads certificates before the server asks for it. Its jars are signed, and Java checks their
 * signatures at the first use, which takes a good part of a start; another processor has time for that while the
 * configuration is read.
 */
final class PemLibrary {
  private PemLibrary() {}

  /** Begins to load the library on a thread of its own. */
  static void loadBeside() {
    Thread thread = new Thread(PemLibrary::load, "load-pem-library");
    thread.setDaemon(true);
    thread.start();
  }

  private static void load() {
    try (PEMParser parser = new PEMParser(new StringReader(""))) {
      parser.readObject();
    } catch (IOException e) {
      throw new UncheckedIOException("an empty text could not be read", e);
    }
  }
}
