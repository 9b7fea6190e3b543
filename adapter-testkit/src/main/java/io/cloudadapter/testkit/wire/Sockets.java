package io.cloudadapter.testkit.wire;

import java.io.IOException;
import java.net.ServerSocket;
import java.net.Socket;

/** The ways to end a connection. What goes wrong then is that it had ended. */
final class Sockets {
  private Sockets() {}

  static void close(Socket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is closed.
    }
  }

  static void close(ServerSocket socket) {
    try {
      socket.close();
    } catch (IOException e) {
      // It is closed.
    }
  }

  /** Ends a connection so that the other side reads an error and not an end. */
  static void reset(Socket socket) {
    try {
      socket.setSoLinger(true, 0);
    } catch (IOException e) {
      // It has ended already.
    }
    close(socket);
  }

  /** Says that nothing more comes, so that the other side closes. */
  static void endOutput(Socket socket) {
    try {
      socket.shutdownOutput();
    } catch (IOException | UnsupportedOperationException e) {
      close(socket);
    }
  }
}
