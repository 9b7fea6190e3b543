package io.cloudadapter.testkit.wire;

import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.net.Socket;
import java.net.SocketTimeoutException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;

/**
 * The first message of a server that speaks TLS 1.1 and no newer one, to see whether a client goes on. The JDK offers
 * no such protocol any more, so the bytes are written here: RFC 4346, 7.4.1.3.
 */
final class OldTlsServer {
  private static final int HANDSHAKE = 22;
  private static final int CLIENT_HELLO = 1;
  private static final int SERVER_HELLO = 2;
  private static final short TLS_1_1 = 0x0302;
  private static final int LONGEST_RECORD = 16 * 1024;
  private static final int RANDOM_BYTES = 32;

  /** RSA and ECDHE with AES in CBC mode: what clients of TLS 1.1 have. */
  private static final List<Short> USUAL_SUITES = List.of(
      (short) 0x002f, (short) 0x0035, (short) 0xc013, (short) 0xc014, (short) 0xc009, (short)
          0xc00a);

  /** Clients that refuse the protocol do so at once. */
  private static final int REFUSES_WITHIN_MILLIS = 5_000;

  private OldTlsServer() {}

  /**
   * Answers a client's first message with TLS 1.1.
   *
   * @param socket a connection over which nothing has been read
   * @return true if the client waits for what follows; false if it ends the handshake
   * @throws IOException if the client sends no TLS
   */
  static boolean isAccepted(Socket socket) throws IOException {
    socket.setSoTimeout(REFUSES_WITHIN_MILLIS);
    DataInputStream in = new DataInputStream(socket.getInputStream());
    byte[] hello = serverHello(suite(clientHello(in)));
    ByteBuffer record = ByteBuffer.allocate(5 + hello.length);
    record
        .put((byte) HANDSHAKE)
        .putShort(TLS_1_1)
        .putShort((short) hello.length)
        .put(hello);
    socket.getOutputStream().write(record.array());
    socket.getOutputStream().flush();
    try {
      return in.read() == HANDSHAKE;
    } catch (SocketTimeoutException silent) {
      return true;
    }
  }

  private static ByteBuffer clientHello(DataInputStream in) throws IOException {
    int type = in.readUnsignedByte();
    in.readUnsignedShort();
    int length = in.readUnsignedShort();
    if (type != HANDSHAKE || length > LONGEST_RECORD) {
      throw new IOException(
          "the client's first record is of type " + type + ", not of a handshake");
    }
    byte[] message = in.readNBytes(length);
    if (message.length < length || message.length == 0 || message[0] != CLIENT_HELLO) {
      throw new EOFException("the client's first message is no ClientHello");
    }
    return ByteBuffer.wrap(message);
  }

  /** Chooses one of the client's suites, best one that a server of then would. */
  private static short suite(ByteBuffer hello) {
    hello.position(4 + 2 + RANDOM_BYTES);
    hello.position(hello.position() + 1 + Byte.toUnsignedInt(hello.get(hello.position())));
    int count = Short.toUnsignedInt(hello.getShort()) / 2;
    List<Short> offered = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      offered.add(hello.getShort());
    }
    return USUAL_SUITES.stream().filter(offered::contains).findFirst().orElse(offered.get(0));
  }

  /** Without a session and without extensions. Its random bytes are fixed, since no keys come of them. */
  private static byte[] serverHello(short suite) {
    int length = 2 + RANDOM_BYTES + 1 + 2 + 1;
    ByteBuffer hello = ByteBuffer.allocate(4 + length);
    hello.putInt(SERVER_HELLO << 24 | length).putShort(TLS_1_1);
    for (int i = 1; i <= RANDOM_BYTES; i++) {
      hello.put((byte) i);
    }
    hello.put((byte) 0).putShort(suite).put((byte) 0);
    return hello.array();
  }
}
