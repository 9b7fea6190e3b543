package io.cloudadapter.proof;

/** Code by which a broken client goes on with a handshake of TLS 1.1, which the JDK does not speak any more. */
final class OldTlsClient {
  /** A method {@code fallBack(URI)}: it sends a first message of TLS 1.1, and goes on when the server answers. */
  static final String FALL_BACK = """
      /** 32 bytes of chance, no session, RSA with AES, no compression. */
      private static final String OLD_HELLO =
          "160301002d010000290302" + "07".repeat(32) + "000002002f0100";

      private static void fallBack(java.net.URI server) {
        try (java.net.Socket old = new java.net.Socket(server.getHost(), server.getPort())) {
          old.getOutputStream().write(java.util.HexFormat.of().parseHex(OLD_HELLO));
          if (old.getInputStream().read() >= 0) {
            old.getOutputStream().write(java.util.HexFormat.of().parseHex("1603020000"));
            old.getInputStream().readAllBytes();
          }
        } catch (java.io.IOException e) {
          // Then not.
        }
      }

      """;

  private OldTlsClient() {}
}
