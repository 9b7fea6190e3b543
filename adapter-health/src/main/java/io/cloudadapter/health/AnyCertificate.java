package io.cloudadapter.health;

import java.net.Socket;
import java.security.cert.X509Certificate;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.X509ExtendedTrustManager;

/**
 * Takes any certificate of a server. A machine seldom has one that is valid for its address, a probe sends no secret,
 * and one that can pretend to be the machine can keep it from answering, too.
 */
final class AnyCertificate extends X509ExtendedTrustManager {

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type) {
    // Any will do.
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, Socket socket) {
    // Any will do.
  }

  @Override
  public void checkServerTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
    // Any will do.
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type) {
    throw new UnsupportedOperationException("a probe serves no clients");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, Socket socket) {
    throw new UnsupportedOperationException("a probe serves no clients");
  }

  @Override
  public void checkClientTrusted(X509Certificate[] chain, String type, SSLEngine engine) {
    throw new UnsupportedOperationException("a probe serves no clients");
  }

  @Override
  public X509Certificate[] getAcceptedIssuers() {
    return new X509Certificate[0];
  }
}
