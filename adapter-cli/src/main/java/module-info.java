/** The command ./adapter. */
module io.cloudadapter.cli {
  requires static org.jspecify;
  requires ch.qos.logback.classic;
  requires ch.qos.logback.core;
  requires org.slf4j;
  requires com.fasterxml.jackson.databind;
  requires com.google.common;
  requires com.samskivert.jmustache;
  requires info.picocli;
  requires json.path;
  requires io.cloudadapter.client;
  requires io.cloudadapter.health;
  requires io.cloudadapter.kubernetes;
  requires io.cloudadapter.notification;
  requires io.cloudadapter.server;
  requires io.cloudadapter.simulated;
  requires io.cloudadapter.simulation;
  requires io.cloudadapter.testkit;
  requires org.bouncycastle.pkix;
  requires org.bouncycastle.provider;
  requires org.yaml.snakeyaml;

  uses io.cloudadapter.spi.MachineProviderFactory;

  opens io.cloudadapter.cli to
      info.picocli;
  opens io.cloudadapter.cli.certify to
      info.picocli;
  opens io.cloudadapter.cli.client to
      info.picocli;
  opens io.cloudadapter.cli.context to
      info.picocli;
  opens io.cloudadapter.cli.init to
      info.picocli;
  opens io.cloudadapter.cli.page to
      com.samskivert.jmustache;
  opens io.cloudadapter.cli.policy to
      com.samskivert.jmustache,
      info.picocli;
  opens io.cloudadapter.cli.server to
      ch.qos.logback.core,
      info.picocli;
  opens io.cloudadapter.cli.simulate to
      com.samskivert.jmustache,
      info.picocli;
  opens io.cloudadapter.cli.terminal to
      info.picocli;
}
