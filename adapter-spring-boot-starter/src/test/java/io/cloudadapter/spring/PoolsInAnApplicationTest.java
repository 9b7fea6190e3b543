package io.cloudadapter.spring;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.Pools;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** What an application has from the starter and its properties alone. */
class PoolsInAnApplicationTest {
  private static final Duration PATIENCE = Duration.ofMinutes(2);
  private static RunningApp app;

  private record Injected(MachinePool web, MachinePool second) {}

  @Configuration(proxyBeanMethods = false)
  static class Consumer {
    /** By the name of the parameter, and by a qualifier. */
    @Bean
    Injected injected(MachinePool web, @Qualifier("batch") MachinePool second) {
      return new Injected(web, second);
    }
  }

  @BeforeAll
  static void start() {
    List<String> properties = new ArrayList<>(RunningApp.TWO_POOLS);
    properties.add("management.endpoint.pools.access=unrestricted");
    app = RunningApp.start(properties, Consumer.class);
  }

  @AfterAll
  static void stop() {
    app.close();
  }

  @Test
  void eachPoolIsABeanOfItsName() throws Exception {
    Injected injected = app.context.getBean(Injected.class);

    assertThat(injected.web().name().value()).isEqualTo("web");
    assertThat(injected.second().name().value()).isEqualTo("batch");
    assertThat(app.context.getBean("web")).isSameAs(injected.web());
    assertThat(app.context.getBean(Pools.class).all())
        .containsExactlyInAnyOrder(injected.web(), injected.second());
    assertThat(injected.web().await(PoolView::settled, PATIENCE).machines())
        .filteredOn(Machine::effective)
        .hasSizeGreaterThanOrEqualTo(2);
  }

  @Test
  void healthHasAWordOnEachPool() {
    assertThat(app.get("/actuator/health").body())
        .contains("\"status\":\"UP\"")
        .contains("\"cloudadapter\":{")
        .contains("\"batch\":{\"status\":\"ACTIVE\"");
  }

  @Test
  void theEndpointShowsPoolsAndMachines() throws Exception {
    app.context.getBean("web", MachinePool.class).await(PoolView::settled, PATIENCE);

    assertThat(app.get("/actuator/pools").body())
        .contains("\"web\":{\"status\":\"ACTIVE\",\"desiredSize\":")
        .contains("\"batch\":{");
    assertThat(app.get("/actuator/pools/web").body())
        .contains("\"machines\":[{\"id\":")
        .contains("\"machineState\":\"RUNNING\"");
    assertThat(app.get("/actuator/pools/wep").statusCode()).isEqualTo(404);
    assertThat(app.get("/actuator/pools/wep").body()).contains("there is no pool wep; there are ");
  }

  @Test
  void theEndpointResizesWhereItsAccessIsUnrestricted() throws Exception {
    MachinePool batch = app.context.getBean("batch", MachinePool.class);

    assertThat(app.post("/actuator/pools/batch", "{\"desiredSize\": 1}").statusCode())
        .isEqualTo(204);

    assertThat(batch.await(PoolView::settled, PATIENCE).desiredSize()).isEqualTo(1);
    assertThat(app.post("/actuator/pools/batch", "{\"desiredSize\": 4}"))
        .satisfies(refused -> assertThat(refused.statusCode()).isEqualTo(400))
        .satisfies(
            refused -> assertThat(refused.body()).contains("desiredSize must be 0 to 3, was 4"));
    assertThat(app.post("/actuator/pools/wep", "{\"desiredSize\": 1}").statusCode())
        .isEqualTo(404);
    assertThat(batch.view().desiredSize()).isEqualTo(1);
  }

  @Test
  void metersHaveTheNamesOfTheServersPage() {
    assertThat(app.get("/actuator/prometheus").body())
        .contains("cloudadapter_pool_desired_size{pool=\"web\"} 2.0")
        .contains("cloudadapter_cloud_call_seconds_count{account=\"lab\"")
        .contains("jvm_memory_used_bytes");
  }
}
