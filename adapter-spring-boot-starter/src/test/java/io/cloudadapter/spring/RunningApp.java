package io.cloudadapter.spring;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.EnableAutoConfiguration;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Configuration;

/** An application with a web server on a free port, on the Spring Boot of the class path. */
final class RunningApp implements AutoCloseable {
  /** Two pools on a simulated cloud. */
  static final List<String> TWO_POOLS = List.of(
      "cloudadapter.in-memory=true",
      "cloudadapter.accounts.lab.provider=simulated",
      "cloudadapter.accounts.lab.config.bootTime=0s",
      "cloudadapter.accounts.lab.config.zones=a,b",
      "cloudadapter.pools.web.max-size=5",
      "cloudadapter.pools.web.initial-size=2",
      "cloudadapter.pools.batch.max-size=3");

  /** The smallest application. */
  @Configuration(proxyBeanMethods = false)
  @EnableAutoConfiguration
  static class App {}

  private final HttpClient http = HttpClient.newHttpClient();
  final ConfigurableApplicationContext context;

  private RunningApp(ConfigurableApplicationContext context) {
    this.context = context;
  }

  /** Starts with these properties, and with beans of these classes. */
  static RunningApp start(List<String> properties, Class<?>... beans) {
    List<Class<?>> sources = new ArrayList<>(List.of(beans));
    sources.add(App.class);
    SpringApplication app = new SpringApplication(sources.toArray(Class<?>[]::new));
    List<String> all = new ArrayList<>(properties);
    all.add("server.port=0");
    all.add("spring.main.banner-mode=off");
    all.add("management.endpoints.web.exposure.include=*");
    all.add("management.endpoint.health.show-details=always");
    return new RunningApp(app.run(all.stream().map(each -> "--" + each).toArray(String[]::new)));
  }

  HttpResponse<String> get(String path) {
    return send(HttpRequest.newBuilder(uri(path)).build());
  }

  HttpResponse<String> post(String path, String json) {
    return send(HttpRequest.newBuilder(uri(path))
        .header("Content-Type", "application/json")
        .POST(HttpRequest.BodyPublishers.ofString(json))
        .build());
  }

  private URI uri(String path) {
    return URI.create("http://127.0.0.1:"
        + context.getEnvironment().getRequiredProperty("local.server.port") + path);
  }

  private HttpResponse<String> send(HttpRequest request) {
    try {
      return http.send(request, HttpResponse.BodyHandlers.ofString());
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
  }

  @Override
  public void close() {
    context.close();
  }
}
