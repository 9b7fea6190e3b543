package io.cloudadapter.aws;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.api.hook.HookMessage;
import io.cloudadapter.api.hook.HookTarget;
import io.cloudadapter.api.hook.LifecycleTransition;
import io.cloudadapter.aws.asg.AsgFixture;
import io.cloudadapter.aws.asg.AsgProviderFactory;
import io.cloudadapter.fake.FakeCall;
import io.cloudadapter.fake.FreePort;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.MachineProvider;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.ProviderEnvironment;
import io.cloudadapter.spi.action.ActionToken;
import io.cloudadapter.spi.feature.GroupLifecycleHooks;
import io.cloudadapter.spi.feature.MachineGroup;
import io.cloudadapter.spi.feature.StartStop;
import java.io.File;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
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
 * The contract on moto, an independent picture of AWS; run with {@code -Daws.moto=true} where {@code moto_server} is
 * on the path. It agrees on how requests and answers are written. Where it is known to differ from what AWS documents
 * stands here, too, so that it is not taken for an oracle.
 */
class MotoContractTest extends Ec2Contract {
  private static @Nullable Process moto;
  private static String endpoint = "";

  private @Nullable MachineProvider provider;
  private @Nullable MachineProvider groups;

  @BeforeAll
  static void start() throws IOException, InterruptedException {
    if (!Boolean.getBoolean("aws.moto")) {
      abort("to run this test: pip install 'moto[server]', and -Daws.moto=true");
    }
    int port = FreePort.onLoopback();
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
    String subnets = asked("ec2", "Action=DescribeSubnets&Version=2016-11-15");
    String subnet = Pattern.compile("subnet-[0-9a-f]+")
        .matcher(subnets)
        .results()
        .map(MatchResult::group)
        .findFirst()
        .orElseThrow();
    provider = open(new AwsProviderFactory(), Map.of("loadBalancerSubnets", subnet));
    groups = open(new AsgProviderFactory(), Map.of("lifecycleHooks", "warm"));
  }

  private static MachineProvider open(MachineProviderFactory factory, Map<String, String> more) {
    Map<String, String> config = new HashMap<>(more);
    config.put("region", "eu-north-1");
    config.put("endpoint", endpoint);
    config.put("accessKeyId", "AKIAMOTO");
    config.put("secretAccessKey", "any");
    return factory.open(
        factory.config().parse(config),
        new ProviderEnvironment("moto", () -> Instant.EPOCH, System::nanoTime, new Random(1)));
  }

  /** What moto says to a request of ours that the adapter never makes. */
  private static String asked(String service, String form)
      throws IOException, InterruptedException {
    return HttpClient.newHttpClient()
        .send(
            HttpRequest.newBuilder(URI.create(endpoint))
                .header(
                    "Authorization",
                    "AWS4-HMAC-SHA256 Credential=AKIAMOTO/20261122/eu-north-1/" + service
                        + "/aws4_request")
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build(),
            HttpResponse.BodyHandlers.ofString())
        .body();
  }

  @AfterEach
  void close() {
    groups().close();
    provider().close();
  }

  @Override
  MachineProvider provider() {
    if (provider == null) {
      throw new IllegalStateException("not opened");
    }
    return provider;
  }

  @Override
  MachineProvider groups() {
    if (groups == null) {
      throw new IllegalStateException("not opened");
    }
    return groups;
  }

  @Override
  void group(String name) throws IOException, InterruptedException {
    assertThat(asked(
            "ec2",
            "Action=CreateLaunchTemplate&Version=2016-11-15&LaunchTemplateName=" + name
                + "&LaunchTemplateData.ImageId=" + image()
                + "&LaunchTemplateData.InstanceType=t3.small"))
        .contains("launchTemplateId");
    assertThat(asked(
            "autoscaling",
            "Action=CreateAutoScalingGroup&Version=2011-01-01&AutoScalingGroupName=" + name
                + "&LaunchTemplate.LaunchTemplateName=" + name
                + "&MinSize=0&MaxSize=10&DesiredCapacity=0&NewInstancesProtectedFromScaleIn=true"
                + "&AvailabilityZones.member.1=eu-north-1a"))
        .contains("RequestId");
  }

  /** One of those that moto brings along. */
  @Override
  String image() {
    return "ami-03cf127a";
  }

  @Override
  void routeTable(String tag) throws IOException, InterruptedException {
    String tables = asked("ec2", "Action=DescribeRouteTables&Version=2016-11-15");
    String table = Pattern.compile("rtb-[0-9a-f]+")
        .matcher(tables)
        .results()
        .map(MatchResult::group)
        .findFirst()
        .orElseThrow();
    String unused = asked(
        "ec2",
        "Action=CreateTags&Version=2016-11-15&ResourceId.1=" + table + "&Tag.1.Key="
            + URLEncoder.encode(tag, StandardCharsets.UTF_8) + "&Tag.1.Value=shared");
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
                    AwsFixture.spec("eu-north-1a", "t3.small", image(), Market.ON_DEMAND, Map.of()),
                    FakeCall.patient()),
            newKey(),
            3,
            FakeCall.patient())
        .machines()
        .size();

    assertThat(made).isEqualTo(1);
  }

  /** AWS would hold the machine, and take the answer. */
  @Test
  void motoHoldsNoMachineOfAGroupAndKnowsNoAnswers() throws IOException, InterruptedException {
    group("shop");
    String put = asked(
        "autoscaling",
        "Action=PutLifecycleHook&Version=2011-01-01&AutoScalingGroupName=shop"
            + "&LifecycleHookName=warm&HeartbeatTimeout=300"
            + "&LifecycleTransition=autoscaling:EC2_INSTANCE_LAUNCHING");
    PoolName shop = new PoolName("shop");
    groups()
        .feature(MachineGroup.class)
        .orElseThrow()
        .raise(groups().prepare(AsgFixture.spec(shop), FakeCall.patient()), 1, FakeCall.patient());

    assertThat(put).contains("PutLifecycleHookResult");
    assertThat(groups()
            .feature(GroupLifecycleHooks.class)
            .orElseThrow()
            .held(Set.of(shop), FakeCall.patient()))
        .isEmpty();
    assertThat(asked(
            "autoscaling",
            "Action=CompleteLifecycleAction&Version=2011-01-01&AutoScalingGroupName=shop"
                + "&LifecycleHookName=warm&LifecycleActionResult=CONTINUE&InstanceId=i-0a1b2c3d"))
        .doesNotContain("CompleteLifecycleActionResult");
  }

  private static HookMessage message() {
    return new HookMessage(
        new UUID(1, 2),
        new PoolName("web"),
        new MachineId("i-0a1b2c3d"),
        LifecycleTransition.TERMINATE,
        "drain",
        Instant.EPOCH,
        Instant.EPOCH.plusSeconds(300),
        "",
        1);
  }

  private void send(String channel, String parameter, String value) {
    provider().channels().stream()
        .filter(each -> each.channel().equals(channel))
        .findFirst()
        .orElseThrow()
        .send(
            message(),
            new HookTarget(channel, Map.of(parameter, value), Optional.empty()),
            FakeCall.patient());
  }

  private static String received(String url) throws IOException, InterruptedException {
    return asked(
        "sqs",
        "Action=ReceiveMessage&Version=2012-11-05&MaxNumberOfMessages=10&MessageAttributeName.1=All"
            + "&QueueUrl=" + URLEncoder.encode(url, StandardCharsets.UTF_8));
  }

  @Test
  void aQueueHasTheMessageAndAFifoQueueHasItOnce() throws IOException, InterruptedException {
    String token = new UUID(1, 2).toString();
    String url = endpoint + "/123456789012/drains";
    String unused = asked("sqs", "Action=CreateQueue&Version=2012-11-05&QueueName=drains");
    String alsoUnused = asked(
        "sqs",
        "Action=CreateQueue&Version=2012-11-05&QueueName=drains.fifo"
            + "&Attribute.1.Name=FifoQueue&Attribute.1.Value=true");

    for (String each : List.of(url, url, url + ".fifo", url + ".fifo")) {
      send("sqs", "queue", each);
    }

    assertThat(received(url))
        .contains("<Name>lifecycle_action_token</Name>", token)
        .satisfies(seen -> assertThat(seen.split("<MessageId>", -1)).hasSize(3));
    assertThat(received(url + ".fifo").split("<MessageId>", -1)).hasSize(2);
  }

  @Test
  void aTopicTellsAQueueThatHasSubscribed() throws IOException, InterruptedException {
    String url = endpoint + "/123456789012/drains";
    String unused = asked("sqs", "Action=CreateQueue&Version=2012-11-05&QueueName=drains");
    String alsoUnused = asked("sns", "Action=CreateTopic&Version=2010-03-31&Name=drains");
    String topic = "arn:aws:sns:eu-north-1:123456789012:drains";
    assertThat(asked(
            "sns",
            "Action=Subscribe&Version=2010-03-31&Protocol=sqs&TopicArn=" + topic
                + "&Endpoint=arn:aws:sqs:eu-north-1:123456789012:drains"))
        .contains("SubscriptionArn");

    send("sns", "topic", topic);

    assertThat(received(url)).contains("i-0a1b2c3d").contains(new UUID(1, 2).toString());
  }

  @Test
  void aQueueAndATopicThatAreNotThereAreNotFound() {
    assertThatThrownBy(() -> send("sqs", "queue", endpoint + "/123456789012/none"))
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NOT_FOUND));
    assertThatThrownBy(() -> send("sns", "topic", "arn:aws:sns:eu-north-1:123456789012:none"))
        .isInstanceOfSatisfying(
            CloudException.class, e -> assertThat(e.kind()).isEqualTo(Kind.NOT_FOUND));
  }
}
