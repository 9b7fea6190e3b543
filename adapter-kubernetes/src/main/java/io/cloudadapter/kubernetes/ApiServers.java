package io.cloudadapter.kubernetes;

import io.cloudadapter.kubernetes.ClusterAccess.UnusableAccessException;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;

/**
 * The API servers that targets lead to, one client for each way. The files are read each time, so that renewed
 * certificates and other addresses take effect without a restart. Any thread may use it.
 */
final class ApiServers implements AutoCloseable {

  /** What names a cluster in targets. */
  record Key(Optional<Path> kubeconfig, Optional<String> context) {
    static Key of(NodeTarget target) {
      return new Key(target.kubeconfig(), target.context());
    }
  }

  private final ServiceAccountFiles pod;
  private final ReentrantLock lock = new ReentrantLock();
  private final Map<Key, ApiServer> open = new HashMap<>();
  private boolean closed;

  ApiServers(ServiceAccountFiles pod) {
    this.pod = pod;
  }

  /** Reads the files that a target names. */
  ClusterAccess access(Key key) throws UnusableAccessException {
    return key.kubeconfig().isPresent()
        ? KubeconfigFile.read(key.kubeconfig().get(), key.context())
        : pod.read();
  }

  /** Throws CloudException UNAUTHENTICATED, if the files cannot be used. */
  ApiServer of(Key key) {
    ClusterAccess now;
    try {
      now = access(key);
    } catch (UnusableAccessException e) {
      checkNotClosed();
      throw ApiServer.unusable(e);
    }
    lock.lock();
    try {
      checkNotClosed();
      ApiServer known = open.get(key);
      if (known != null && known.access().equals(now)) {
        return known;
      }
      if (known != null) {
        known.close();
      }
      ApiServer made = new ApiServer(now);
      open.put(key, made);
      return made;
    } finally {
      lock.unlock();
    }
  }

  private void checkNotClosed() {
    lock.lock();
    try {
      if (closed) {
        throw CloudException.of(Kind.CANCELLED, Effect.NONE, "the channel is closed")
            .build();
      }
    } finally {
      lock.unlock();
    }
  }

  @Override
  public void close() {
    lock.lock();
    try {
      closed = true;
      open.values().forEach(ApiServer::close);
      open.clear();
    } finally {
      lock.unlock();
    }
  }
}
