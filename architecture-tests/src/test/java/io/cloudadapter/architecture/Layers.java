package io.cloudadapter.architecture;

import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * What may use what, top down: the modules, and the packages inside each module that has several. A new edge is a
 * decision: it is written down here, or the code goes elsewhere.
 */
final class Layers {
  static final String MODULES = """
      adapter-webhook -> adapter-api adapter-http
      adapter-mail -> adapter-api adapter-http
      adapter-openstack -> adapter-api adapter-http
      adapter-example -> adapter-api adapter-http
      adapter-example-async -> adapter-api adapter-http
      adapter-etcd -> adapter-api adapter-core
      adapter-spring-boot-starter -> adapter-api adapter-core adapter-health adapter-micrometer \
          adapter-notification adapter-opentelemetry
      adapter-micrometer -> adapter-api
      adapter-opentelemetry -> adapter-api
      adapter-junit -> adapter-api adapter-core adapter-simulated adapter-simulation
      adapter-oidc -> adapter-api adapter-http adapter-server
      adapter-console -> adapter-server
      adapter-clusterautoscaler -> adapter-api adapter-core adapter-server
      adapter-cli -> adapter-api adapter-client adapter-core adapter-health adapter-kubernetes adapter-notification \
          adapter-server adapter-simulated adapter-simulation adapter-testkit
      adapter-testkit -> adapter-api adapter-simulated
      adapter-simulation -> adapter-api adapter-core adapter-simulated
      adapter-server -> adapter-api adapter-client adapter-core adapter-health adapter-notification \
          adapter-simulated
      adapter-notification -> adapter-api adapter-core
      adapter-health -> adapter-api adapter-core
      adapter-kubernetes -> adapter-api adapter-core adapter-http
      adapter-simulated -> adapter-api
      adapter-core -> adapter-api
      adapter-client -> adapter-api
      adapter-aws -> adapter-api adapter-http
      adapter-http -> adapter-api
      adapter-fakes -> adapter-api
      adapter-api -> nothing
      """;

  /** Packages of the library, without {@code io.cloudadapter.} */
  static final String PACKAGES = """
      spi.trace -> nothing
      spi.feature -> api api.action api.cloud api.health api.hook spi spi.action
      spi.action -> api api.action spi
      api.cloud -> api spi
      spi -> api api.hook api.notification spi.config
      spi.config -> api
      api.notification -> api api.event
      api.reload -> api
      api -> api.action api.event api.health api.hook api.refresh api.sample api.scaling api.warm
      api.warm -> api
      api.refresh -> api
      api.event -> api
      api.sample -> nothing
      api.scaling -> api
      api.health -> api
      api.hook -> api
      api.action -> api

      core -> core.backup core.bootstrap core.catalog core.config core.exception core.history core.keeper \
          core.keeper.state core.ledger core.protocol core.quota core.runtime core.store \
          core.store.embedded core.store.quorum core.store.shared core.template
      core.bootstrap -> core.config core.exception core.keeper core.ledger core.runtime \
          core.store core.store.embedded core.store.quorum core.store.shared
      core.catalog -> core.backup core.config core.exception core.ledger core.runtime core.store \
          core.template
      core.backup -> core.exception core.history core.ledger core.store
      core.store.shared -> core.exception core.store core.store.embedded core.store.quorum
      core.store.embedded -> core.exception core.store core.store.quorum
      core.runtime -> core.config core.exception core.history core.keeper core.ledger core.protocol \
          core.quota core.store core.store.quorum
      core.history -> core.config core.exception core.ledger core.protocol core.store core.warm
      core.keeper -> core.config core.keeper.action core.keeper.lifecycle core.keeper.refresh \
          core.keeper.resource core.keeper.state core.keeper.warm core.ledger core.planning \
          core.protocol core.store core.warm
      core.keeper.warm -> core.config core.keeper.lifecycle core.keeper.refresh core.keeper.resource \
          core.keeper.state core.ledger \
          core.planning core.protocol core.warm
      core.keeper.refresh -> core.config core.keeper.lifecycle core.keeper.state core.ledger \
          core.protocol core.template
      core.keeper.lifecycle -> core.config core.keeper.action core.keeper.resource core.keeper.state core.ledger \
          core.protocol core.warm
      core.keeper.action -> core.config core.keeper.state core.ledger core.protocol core.warm
      core.keeper.resource -> core.config core.keeper.state core.ledger core.protocol
      core.keeper.state -> core.config core.ledger core.planning core.protocol core.quota core.template \
          core.warm
      core.planning -> core.config core.ledger core.warm
      core.ledger -> core.config core.exception core.protocol core.store core.template core.warm
      core.store -> core.exception core.store.quorum
      core.store.quorum -> core.exception
      core.protocol -> core.config core.quota core.template
      core.quota -> core.config
      core.template -> core.config
      core.exception -> nothing
      core.config -> nothing
      core.warm -> nothing

      simulated -> simulated.limit simulated.machine simulated.notice simulated.request
      simulated.request -> simulated.limit
      simulated.limit -> nothing
      simulated.machine -> nothing
      simulated.notice -> nothing

      simulation -> simulation.cloud simulation.engine simulation.fault simulation.oracle \
          simulation.process
      simulation.process -> simulation.cloud simulation.disk simulation.engine simulation.fault \
          simulation.oracle
      simulation.disk -> nothing
      simulation.oracle -> simulation.cloud simulation.engine simulation.fault
      simulation.cloud -> simulation.engine simulation.fault
      simulation.fault -> simulation.engine
      simulation.engine -> nothing

      testkit.junit -> testkit testkit.channel testkit.report testkit.rule testkit.subject
      testkit.channel -> testkit.concurrent testkit.report testkit.rule testkit.run testkit.subject \
          testkit.time testkit.wire
      testkit -> testkit.concurrent testkit.conversation testkit.crash testkit.files testkit.load \
          testkit.report testkit.rows testkit.rule testkit.run testkit.specs testkit.subject testkit.time \
          testkit.trials testkit.wire
      testkit.conversation -> testkit.run testkit.specs testkit.subject testkit.wire
      testkit.crash -> testkit.run testkit.subject testkit.wire
      testkit.files -> testkit.run testkit.specs testkit.subject testkit.wire
      testkit.rows -> testkit.concurrent testkit.run testkit.subject testkit.wire
      testkit.load -> testkit.concurrent testkit.run testkit.subject testkit.time testkit.wire
      testkit.trials -> testkit.concurrent testkit.report testkit.run testkit.specs testkit.subject \
          testkit.time testkit.wire
      testkit.specs -> testkit.run testkit.subject
      testkit.concurrent -> testkit.run testkit.subject testkit.time testkit.wire
      testkit.run -> testkit.report testkit.secret testkit.subject testkit.time testkit.wire
      testkit.subject -> testkit.rule testkit.wire
      testkit.report -> testkit.rule testkit.wire
      testkit.secret -> nothing
      testkit.time -> nothing
      testkit.wire -> nothing
      testkit.rule -> nothing

      aws.asg -> aws aws.client
      aws -> aws.client
      aws.client -> nothing

      openstack -> openstack.client
      openstack.client -> nothing

      client -> client.message
      client.message -> nothing

      fake -> nothing
      fake.kubernetes -> nothing

      clusterautoscaler -> clusterautoscaler.proto
      clusterautoscaler.proto -> nothing

      server -> server.access server.audit server.autoscaler server.browser server.cloudprovider \
          server.config server.console server.http server.identity server.jetty server.kube \
          server.options server.rest server.security server.senlin
      server.browser -> server.console server.http server.options
      server.console -> nothing
      server.senlin -> server.access server.config server.http server.options server.security
      server.rest -> server.access server.config server.http server.options
      server.reload -> server.config
      server.config -> server.autoscaler server.jetty server.options server.security
      server.jetty -> server.http server.options server.security
      server.security -> server.http server.identity server.options
      server.identity -> server.options
      server.cloudprovider -> server.http server.kube server.options
      server.kube -> server.access server.http server.options
      server.access -> server.http server.options
      server.autoscaler -> server.options
      server.audit -> server.http server.options
      server.http -> server.options
      server.options -> nothing

      cli -> cli.certify cli.client cli.context cli.init cli.policy cli.server cli.simulate \
          cli.terminal
      cli.init -> cli.server cli.terminal
      cli.simulate -> cli.page cli.server cli.terminal
      cli.policy -> cli.page cli.server cli.terminal
      cli.page -> cli.terminal
      cli.client -> cli.context cli.server cli.support cli.terminal
      cli.support -> cli.server cli.terminal
      cli.context -> cli.terminal
      cli.certify -> cli.server cli.terminal
      cli.server -> cli.terminal
      cli.terminal -> nothing
      """;

  private Layers() {}

  /** What each of a table uses, in the order of the table. */
  static Map<String, Set<String>> read(String table) {
    Map<String, Set<String>> uses = new LinkedHashMap<>();
    table.lines().filter(line -> !line.isBlank()).forEach(line -> {
      String[] sides = line.split(" -> ");
      Set<String> used = new TreeSet<>(Arrays.asList(sides[1].split(" +")));
      used.remove("nothing");
      uses.put(sides[0], used);
    });
    return uses;
  }
}
