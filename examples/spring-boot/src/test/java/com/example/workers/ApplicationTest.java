package com.example.workers;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Machine;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.PoolView;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.web.server.LocalServerPort;

@SpringBootTest(
    webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
    properties = {
      "cloudadapter.data-directory=target/data",
      "management.prometheus.metrics.export.enabled=true"
    })
class ApplicationTest {
  private final HttpClient http = HttpClient.newHttpClient();

  @LocalServerPort
  int port;

  @Autowired
  MachinePool workers;

  private String send(String method, String path) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
        .method(method, HttpRequest.BodyPublishers.noBody())
        .build();
    return http.send(request, BodyHandlers.ofString()).body();
  }

  @Test
  void resizesThePool() throws Exception {
    send("PUT", "/workers?count=3");

    PoolView view = workers.await(PoolView::settled, Duration.ofMinutes(2));

    assertThat(view.machines()).filteredOn(Machine::effective).hasSize(3);
    assertThat(send("GET", "/workers")).contains("\"desiredSize\":3");
    assertThat(send("GET", "/actuator/health"))
        .contains("\"cloudadapter\":{", "\"effectiveSize\":3", "\"status\":\"UP\"");
    assertThat(send("GET", "/actuator/pools/workers")).contains("\"machineState\":\"RUNNING\"");
    assertThat(send("GET", "/actuator/prometheus"))
        .contains("cloudadapter_pool_desired_size{pool=\"workers\"} 3.0");
  }

  @Test
  void tellsTheCallerWhatThePoolRefuses() throws Exception {
    assertThat(send("PUT", "/workers?count=11")).contains("desiredSize must be 0 to 10, was 11");
  }
}
