/** Certifies adapters: tries each rule for providers and hook channels, also under faults. */
module io.cloudadapter.testkit {
  requires static org.jspecify;
  requires transitive io.cloudadapter.api;
  requires transitive io.cloudadapter.simulated;
  requires static org.junit.jupiter.api;
  requires static org.opentest4j;
  requires java.logging;
  requires java.xml;
  requires com.fasterxml.jackson.databind;
  requires com.samskivert.jmustache;
  requires org.bouncycastle.pkix;
  requires org.bouncycastle.provider;

  uses io.cloudadapter.spi.MachineProviderFactory;

  exports io.cloudadapter.testkit;
  exports io.cloudadapter.testkit.junit;
  exports io.cloudadapter.testkit.report;
  exports io.cloudadapter.testkit.rule;
  exports io.cloudadapter.testkit.subject;
  exports io.cloudadapter.testkit.wire;

  // JUnit calls what only a subclass may override.
  opens io.cloudadapter.testkit.junit;
  // Templates of pages read the facts that they show.
  opens io.cloudadapter.testkit.report to
      com.samskivert.jmustache;
}
