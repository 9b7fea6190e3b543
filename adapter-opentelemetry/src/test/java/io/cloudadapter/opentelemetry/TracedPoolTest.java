package io.cloudadapter.opentelemetry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.MachineState;
import io.cloudadapter.api.PoolException;
import io.cloudadapter.api.PoolView;
import io.cloudadapter.api.Secret;
import io.cloudadapter.client.RemotePools;
import io.cloudadapter.core.CloudAdapter;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.options.BearerToken;
import io.cloudadapter.server.options.Role;
import io.cloudadapter.server.options.TlsConfig;
import io.cloudadapter.simulated.CloudFault;
import io.cloudadapter.simulated.SimulatedClock;
import io.cloudadapter.simulated.SimulatedCloud;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.config.ConfigSpec;
import io.cloudadapter.spi.config.ProviderConfig;
import io.cloudadapter.spi.trace.TraceSpan;
import io.cloudadapter.spi.trace.Tracing;
import io.opentelemetry.api.common.AttributeKey;
import io.opentelemetry.api.trace.Span;
import io.opentelemetry.api.trace.SpanKind;
import io.opentelemetry.context.Scope;
import io.opentelemetry.sdk.testing.junit5.OpenTelemetryExtension;
import io.opentelemetry.sdk.trace.data.LinkData;
import io.opentelemetry.sdk.trace.data.SpanData;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.slf4j.LoggerFactory;
import org.slf4j.MDC;

class TracedPoolTest {
  private static final String TOKEN = "a-token-of-the-test";
  private static final Duration SOON = Duration.ofMinutes(1);

  @RegisterExtension
  final OpenTelemetryExtension telemetry = OpenTelemetryExtension.create();

  @TempDir
  Path data;

  private final SimulatedCloud cloud = SimulatedCloud.builder(7, SimulatedClock.wall())
      .bootTime(Duration.ZERO)
      .queueTime(Duration.ZERO)
      .endTime(Duration.ZERO)
      .build();

  @AfterEach
  void closeTheCloud() {
    cloud.close();
  }

  /** Opens pools over the cloud of the test, which outlives them. */
  private final class ThisCloud implements MachineProviderFactory {
    @Override
    public String name() {
      return "this-cloud";
    }

    @Override
    public ConfigSpec config() {
      return ConfigSpec.none();
    }

    @Override
    public MachineProvider open(ProviderConfig config, ProviderEnvironment environment) {
      return cloud.provider(cloud.clock().waiting());
    }
  }

  private CloudAdapter open() {
    return open(PoolConfig.named("web", "here", 5).build());
  }

  private CloudAdapter open(PoolConfig pool) {
    return CloudAdapter.builder()
        .dataDirectory(data)
        .provider(new ThisCloud())
        .account(new AccountConfig("here", "this-cloud", Map.of()))
        .pool(pool)
        .tracing(new OpenTelemetryTracing(telemetry.getOpenTelemetry()))
        .open();
  }

  private static String sha256(String text) throws NoSuchAlgorithmException {
    return HexFormat.of()
        .formatHex(
            MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  /** Does work within a span of the program, and returns the trace. */
  private String within(Runnable work) {
    Span deploy =
        telemetry.getOpenTelemetry().getTracer("test").spanBuilder("deploy").startSpan();
    try (Scope scope = deploy.makeCurrent()) {
      work.run();
    } finally {
      deploy.end();
    }
    return deploy.getSpanContext().getTraceId();
  }

  private static PoolView runs(MachinePool pool, int machines) throws InterruptedException {
    return pool.await(
        view -> view.settled()
            && view.machines().stream()
                    .filter(machine -> machine.machineState() == MachineState.RUNNING)
                    .count()
                == machines,
        SOON);
  }

  private SpanData span(String name) {
    return telemetry.getSpans().stream()
        .filter(span -> span.getName().equals(name))
        .findFirst()
        .orElseThrow(() -> new AssertionError(name + " is not among " + telemetry.getSpans()));
  }

  private List<SpanData> spans(String name) {
    return telemetry.getSpans().stream()
        .filter(span -> span.getName().equals(name))
        .toList();
  }

  private static @Nullable String text(SpanData span, String name) {
    return span.getAttributes().get(AttributeKey.stringKey(name));
  }

  private static @Nullable Long number(SpanData span, String name) {
    return span.getAttributes().get(AttributeKey.longKey(name));
  }

  private static void follows(SpanData span, SpanData command) {
    assertThat(span.getParentSpanId()).isEqualTo(command.getSpanId());
    assertThat(span.getLinks())
        .extracting(LinkData::getSpanContext)
        .extracting(context -> context.getSpanId())
        .containsExactly(command.getSpanId());
  }

  @Test
  void oneTraceGoesFromTheRequestToTheMachinesThatRun() throws Exception {
    String trace;
    try (CloudAdapter adapter = open()) {
      MachinePool web = adapter.defaultPool();

      trace = within(() -> web.setDesiredSize(2));
      runs(web, 2);
    }

    SpanData command = span("pool SetDesiredSize");
    assertThat(command.getParentSpanId()).isEqualTo(span("deploy").getSpanId());
    assertThat(text(command, "cloudadapter.pool")).isEqualTo("web");
    follows(span("ledger commit"), command);
    assertThat(spans("launch machines")).isNotEmpty().allSatisfy(launch -> {
      follows(launch, command);
      assertThat(launch.getKind()).isEqualTo(SpanKind.CLIENT);
      assertThat(text(launch, "cloudadapter.account")).isEqualTo("here");
      assertThat(text(launch, "cloudadapter.launch.key")).isNotBlank();
      assertThat(number(launch, "cloudadapter.attempt")).isEqualTo(1);
    });
    assertThat(spans("machine start")).hasSize(2).allSatisfy(start -> follows(start, command));
    assertThat(telemetry.getSpans()).allMatch(span -> span.getTraceId().equals(trace));
  }

  @Test
  void aLostReplyIsAnErrorOfUnknownEffectAndTheNextAttemptFollows() throws Exception {
    cloud.faults().next(RequestKind.LAUNCH, CloudFault.LOSE_REPLY);
    String trace;
    try (CloudAdapter adapter = open()) {
      MachinePool web = adapter.defaultPool();

      trace = within(() -> web.setDesiredSize(1));
      runs(web, 1);
    }

    List<SpanData> launches = spans("launch machines");
    SpanData lost = launches.get(0);
    assertThat(text(lost, "error.type")).isNotNull();
    assertThat(text(lost, "cloudadapter.effect")).isEqualTo("UNKNOWN");
    assertThat(cloud.created()).hasSize(1);
    assertThat(launches).allSatisfy(launch -> {
      assertThat(launch.getTraceId()).isEqualTo(trace);
      assertThat(text(launch, "cloudadapter.launch.key"))
          .isEqualTo(text(lost, "cloudadapter.launch.key"));
    });
    assertThat(span("machine start").getTraceId()).isEqualTo(trace);
  }

  @Test
  void aTraceGoesOnAfterARestart() throws Exception {
    cloud.faults().credentialsExpired(true);
    String trace;
    try (CloudAdapter adapter = open()) {
      trace = within(() -> adapter.defaultPool().setDesiredSize(1));
    }
    assertThat(spans("machine start")).isEmpty();
    SpanData command = span("pool SetDesiredSize");
    telemetry.clearSpans();
    cloud.faults().heal();

    try (CloudAdapter adapter = open()) {
      runs(adapter.defaultPool(), 1);
    }

    follows(span("launch machines"), command);
    follows(span("machine start"), command);
    assertThat(telemetry.getSpans()).allMatch(span -> span.getTraceId().equals(trace));
  }

  @Test
  void aTerminationFollowsItsRequest() throws Exception {
    try (CloudAdapter adapter = open()) {
      MachinePool web = adapter.defaultPool();
      web.setDesiredSize(1);
      PoolView running = runs(web, 1);
      telemetry.clearSpans();

      within(() -> web.terminate(running.machines().get(0).id(), true));
      runs(web, 0);
    }

    follows(span("terminate machines"), span("pool Terminate"));
  }

  @Test
  void aRefusalIsAnErrorOfTheCommand() {
    try (CloudAdapter adapter = open()) {
      MachinePool web = adapter.defaultPool();

      within(
          () -> assertThatThrownBy(() -> web.setDesiredSize(6)).isInstanceOf(PoolException.class));

      assertThat(text(span("pool SetDesiredSize"), "error.type")).isEqualTo("INVALID");
    }
  }

  @Test
  void whatThePoolDoesByItselfIsNotTraced() throws Exception {
    try (CloudAdapter adapter =
        open(PoolConfig.named("web", "here", 5).initialSize(2).build())) {
      MachineId reclaimed = runs(adapter.defaultPool(), 2).machines().get(0).id();
      cloud.takeBack(reclaimed, Duration.ofMinutes(5));
      adapter
          .defaultPool()
          .await(
              view -> view.machines().stream()
                  .noneMatch(machine -> machine.id().equals(reclaimed) && machine.effective()),
              SOON);
    }

    assertThat(telemetry.getSpans()).isEmpty();
  }

  @Test
  void logLinesHaveTheIdsOfTheTrace() throws Exception {
    Logger root = (Logger) LoggerFactory.getLogger("io.cloudadapter");
    ListAppender<ILoggingEvent> lines = new ListAppender<>();
    lines.start();
    root.addAppender(lines);
    try (CloudAdapter adapter = open()) {
      runs(adapter.defaultPool(), 0);

      String trace = within(() -> adapter.defaultPool().setDesiredSize(2));

      assertThat(List.copyOf(lines.list))
          .filteredOn(line -> line.getMDCPropertyMap().containsKey("trace_id"))
          .anySatisfy(line -> assertThat(line.getFormattedMessage()).contains("desired size 2"))
          .allSatisfy(line -> assertThat(line.getMDCPropertyMap())
              .containsEntry("trace_id", trace)
              .containsKey("span_id"));
      assertThat(MDC.get("trace_id")).isNull();
    } finally {
      root.detachAppender(lines);
    }
  }

  @Test
  void aTraceGoesFromAClientThroughTheServerToThePool(@TempDir Path tls) throws Exception {
    Tracing tracing = new OpenTelemetryTracing(telemetry.getOpenTelemetry());
    String trace;
    try (CloudAdapter adapter = open();
        AdapterServer server = AdapterServer.builder(adapter)
            .tls(new TlsConfig.SelfSigned(tls))
            .tokens(List.of(BearerToken.sha256("test", Role.OPERATE, sha256(TOKEN))))
            .tracing(tracing)
            .start()) {
      RemotePools pools = RemotePools.at(server.uri())
          .trust(server.selfSignedCertificate().orElseThrow())
          .token(Secret.of(TOKEN))
          .tracing(tracing)
          .build();
      runs(adapter.defaultPool(), 0);

      trace = within(() -> pools.defaultPool().setDesiredSize(1));
      runs(adapter.defaultPool(), 1);
    }

    SpanData request = span("POST /pool/size");
    assertThat(request.getKind()).isEqualTo(SpanKind.SERVER);
    assertThat(request.getParentSpanId()).isEqualTo(span("deploy").getSpanId());
    assertThat(text(request, "http.request.method")).isEqualTo("POST");
    assertThat(text(request, "http.route")).isEqualTo("/pool/size");
    assertThat(number(request, "http.response.status_code")).isEqualTo(200);
    assertThat(span("pool SetDesiredSize").getParentSpanId()).isEqualTo(request.getSpanId());
    assertThat(span("machine start").getTraceId()).isEqualTo(trace);
  }

  @Test
  void theLibraryFindsIt() {
    assertThat(Tracing.find()).isInstanceOf(OpenTelemetryTracing.class);
  }

  @Test
  void aTextThatIsNoTraceparentStandsForNoTrace() {
    Tracing tracing = new OpenTelemetryTracing(telemetry.getOpenTelemetry());
    int[] done = new int[1];

    tracing.run("rubbish", () -> done[0]++);
    tracing
        .begin(TraceSpan.Kind.SERVER, "GET /", Optional.of("00-zz"), Map.of())
        .end();

    assertThat(done[0]).isEqualTo(1);
    assertThat(span("GET /").getParentSpanContext().isValid()).isFalse();
  }
}
