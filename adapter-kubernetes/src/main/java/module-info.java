/** Drains the nodes of Kubernetes before their machines end; {@link io.cloudadapter.kubernetes.NodeHooks}. */
module io.cloudadapter.kubernetes {
  requires static org.jspecify;
  requires transitive io.cloudadapter.core;
  requires io.cloudadapter.http;
  requires com.fasterxml.jackson.databind;
  requires org.bouncycastle.pkix;
  requires org.bouncycastle.provider;
  requires org.slf4j;
  requires org.yaml.snakeyaml;

  exports io.cloudadapter.kubernetes;

  provides io.cloudadapter.spi.HookChannel with
      io.cloudadapter.kubernetes.NodeChannel;
}
