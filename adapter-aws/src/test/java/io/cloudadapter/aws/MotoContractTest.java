package io.cloudadapter.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.abort;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.spi.ActionToken;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.StartStop;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The contract on moto, somebody else's picture of AWS; run with {@code -Daws.moto=true} where {@code moto_server} is on
 * the path. It agrees on how requests and answers are written. Where it is known to differ from what AWS documents stands
 * here, too, so that nobody takes it for an oracle.
 */
class MotoContractTest extends Ec2Contract {
  private static @Nullable Process moto;
  private static String endpoint = "";

  private @Nullable MachineProvider provider;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    if (!Boolean.getBoolean("aws.moto")) {
      abort("to run this test: pip install 'moto[server]', and -Daws.moto=true");
    }
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    endpoint = "http://127.0.0.1:" + port;
    moto = new ProcessBuilder("moto_server", "-H", "127.0.0.1", "-p", Integer.toString(port))
        .redirectErrorStream(true)
        .redirectOutput(new File("target/moto.log"))
        .start();
    for (int i = 0; i < 300 && !listens(port); i++) {
      // Waits a moment for it to end, which it does only if it cannot start.
      assertThat(moto.waitFor(100, TimeUnit.MILLISECONDS)).isFalse();
    }
  }

  private static boolean listens(int port) {
    try (Socket socket = new Socket()) {
      socket.connect(new InetSocketAddress("127.0.0.1", port), 100);
      return true;
    } catch (IOException e) {
      return false;
    }
  }

  @AfterAll
  static void stop() {
    if (moto != null) {
      moto.destroy();
    }
  }

  @BeforeEach
  void open() throws IOException, InterruptedException {
    HttpRequest reset = HttpRequest.newBuilder(URI.create(endpoint + "/moto-api/reset"))
        .POST(HttpRequest.BodyPublishers.noBody())
        .build();
    HttpClient client = HttpClient.newHttpClient();
    assertThat(client.send(reset, HttpResponse.BodyHandlers.discarding()).statusCode())
        .isEqualTo(200);
    String subnets = client
        .send(
            HttpRequest.newBuilder(URI.create(endpoint))
                .header(
                    "Authorization",
                    "AWS4-HMAC-SHA256 Credential=AKIAMOTO/20261122/eu-north-1/ec2/aws4_request")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(
                    "Action=DescribeSubnets&Version=2016-11-15"))
                .build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
    String subnet = Pattern.compile("subnet-[0-9a-f]+")
        .matcher(subnets)
        .results()
        .map(MatchResult::group)
        .findFirst()
        .orElseThrow();
    AwsProviderFactory factory = new AwsProviderFactory();
    provider = factory.open(
        factory
            .config()
            .parse(Map.of(
                "region", "eu-north-1",
                "endpoint", endpoint,
                "loadBalancerSubnets", subnet,
                "accessKeyId", "AKIAMOTO",
                "secretAccessKey", "any")),
        new ProviderEnvironment("moto", () -> Instant.EPOCH, System::nanoTime, new Random(1)));
  }

  @AfterEach
  void close() {
    provider().close();
  }

  @Override
  MachineProvider provider() {
    if (provider == null) {
      throw new IllegalStateException("not opened");
    }
    return provider;
  }

  /** One of those that moto brings along. */
  @Override
  String image() {
    return "ami-03cf127a";
  }

  @Override
  void over() {
    // Nothing takes time in moto.
  }

  /** AWS would refuse it, by what it documents of the states from which instances can be started. */
  @Override
  @Test
  void aMachineThatEndedIsNotStarted() {
    MachineId machine = launch(newKey()).id();
    provider().terminate(machine, FakeCall.patient());
    StartStop power = provider().feature(StartStop.class).orElseThrow();

    ActionProgress started = power.start(
        machine, new ActionToken(new UUID(0, 1), "Start", 1, Instant.EPOCH), FakeCall.patient());

    assertThat(started.state()).isEqualTo(ActionProgress.State.UNDER_WAY);
  }

  /** AWS would launch as many as there is room for, up to the most that was asked for. */
  @Test
  void motoMakesTheLeastOfABatch() {
    int made = provider()
        .launch(
            provider()
                .prepare(
                    Scene.spec("eu-north-1a", "t3.small", image(), Market.ON_DEMAND, Map.of()),
                    FakeCall.patient()),
            newKey(),
            3,
            FakeCall.patient())
        .machines()
        .size();

    assertThat(made).isEqualTo(1);
  }
}
