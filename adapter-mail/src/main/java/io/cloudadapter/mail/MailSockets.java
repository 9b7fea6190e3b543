package io.cloudadapter.mail;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import javax.net.SocketFactory;

/** Makes the connections of one mail, and closes them when the mail has to end. */
final class MailSockets extends SocketFactory {
  private final SocketFactory factory;
  private final Set<Socket> open = ConcurrentHashMap.newKeySet();
  private volatile boolean ended;

  /** Sockets of another factory. */
  MailSockets(SocketFactory factory) {
    this.factory = factory;
  }

  private Socket kept(Socket socket) throws IOException {
    open.add(socket);
    if (ended) {
      socket.close();
    }
    return socket;
  }

  /** Closes all connections, now and to come; what waits on them fails. */
  void end() {
    ended = true;
    for (Socket socket : open) {
      try {
        socket.close();
      } catch (IOException e) {
        // It is closed all the same: nothing depends on how its end went.
      }
    }
  }

  @Override
  public Socket createSocket() throws IOException {
    return kept(factory.createSocket());
  }

  @Override
  public Socket createSocket(String host, int port) throws IOException {
    return kept(factory.createSocket(host, port));
  }

  @Override
  public Socket createSocket(String host, int port, InetAddress local, int localPort)
      throws IOException {
    return kept(factory.createSocket(host, port, local, localPort));
  }

  @Override
  public Socket createSocket(InetAddress host, int port) throws IOException {
    return kept(factory.createSocket(host, port));
  }

  @Override
  public Socket createSocket(InetAddress host, int port, InetAddress local, int localPort)
      throws IOException {
    return kept(factory.createSocket(host, port, local, localPort));
  }
}
