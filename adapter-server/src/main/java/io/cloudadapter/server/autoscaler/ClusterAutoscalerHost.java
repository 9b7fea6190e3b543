package io.cloudadapter.server.autoscaler;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Pools;
import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.options.AuditOutcome;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.X509Certificate;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What a server provides to the listener for Cluster Autoscaler. Any number of threads may use it. */
public interface ClusterAutoscalerHost {

  /**
   * All pools of the server.
   *
   * @return the pools, for every caller the same
   */
  Pools pools();

  /**
   * The labels of a pool.
   *
   * @param pool its name
   * @return names and values; empty if it has none
   */
  Map<String, String> labels(PoolName pool);

  /**
   * The present configuration of a pool.
   *
   * @param pool its name
   * @return its configuration; empty if it is not known
   */
  Optional<PoolConfig> config(PoolName pool);

  /**
   * An account, for its catalog of machine sizes.
   *
   * @param account its name
   * @return the account; empty if no pool lives in it
   */
  Optional<Cloud> cloud(String account);

  /**
   * Reads what the server shows to clients.
   *
   * @return a key store in memory with one key, and an empty password
   * @throws IllegalArgumentException if a file cannot be used
   */
  KeyStore identity();

  /**
   * Reads who signs the certificates of clients.
   *
   * @return a key store in memory that trusts them
   * @throws IllegalArgumentException if a file cannot be used
   */
  KeyStore authorities();

  /**
   * The files that identity and authorities are read from.
   *
   * @return the files; both are read again after one has changed
   */
  List<Path> files();

  /**
   * The caller that a client certificate stands for.
   *
   * @param certificate a certificate that one of the authorities has signed
   * @return the caller; empty if the subject has no role
   */
  Optional<AutoscalerCaller> caller(X509Certificate certificate);

  /**
   * Whether a write may be carried out as far as the audit log goes.
   *
   * @return false while the audit log is required and cannot be written
   */
  boolean mayWrite();

  /**
   * Writes a line of the audit log.
   *
   * @param call the write, or the refused call
   * @param outcome its outcome
   */
  void audit(AutoscalerCall call, AuditOutcome outcome);

  /**
   * An id for a call.
   *
   * @return an id of its own
   */
  String newId();

  /**
   * The time.
   *
   * @return the server's clock
   */
  InstantSource clock();
}
