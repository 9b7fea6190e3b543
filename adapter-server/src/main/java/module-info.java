/** Publishes pools over the cloud adapter REST API. */
module io.cloudadapter.server {
  requires static org.jspecify;
  requires io.cloudadapter.client;
  requires transitive io.cloudadapter.core;
  requires transitive io.cloudadapter.health;
  requires transitive io.cloudadapter.notification;
  requires com.fasterxml.jackson.databind;
  requires com.google.common;
  requires io.prometheus.metrics.model;
  requires micrometer.core;
  requires micrometer.registry.prometheus;
  requires re2j;
  requires org.yaml.snakeyaml;
  requires transitive io.cloudadapter.simulated;
  requires org.bouncycastle.pkix;
  requires org.bouncycastle.provider;
  requires org.eclipse.jetty.server;
  requires org.slf4j;

  uses io.cloudadapter.server.autoscaler.ClusterAutoscalerFactory;
  uses io.cloudadapter.server.console.ConsoleFiles;
  uses io.cloudadapter.server.identity.TokenVerifierFactory;
  uses io.cloudadapter.spi.HookChannel;

  exports io.cloudadapter.server;
  exports io.cloudadapter.server.autoscaler;
  exports io.cloudadapter.server.config;
  exports io.cloudadapter.server.console;
  exports io.cloudadapter.server.identity;
  exports io.cloudadapter.server.options;
  exports io.cloudadapter.server.reload;

  opens io.cloudadapter.server.senlin to
      com.fasterxml.jackson.databind;
}
