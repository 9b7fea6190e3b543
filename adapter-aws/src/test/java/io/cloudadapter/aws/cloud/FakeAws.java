package io.cloudadapter.aws.cloud;

import com.sun.net.httpserver.HttpServer;
import io.cloudadapter.api.cloud.LoadBalancerSpec;
import io.cloudadapter.api.cloud.MachineSize;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;

/**
 * A running AWS with one account in region {@value #REGION}, and its console, which always tells the truth. Zones are
 * eu-north-1a to c, sizes t3.small, m6i.large, m6i.xlarge and (in a only) p5.48xlarge, images debian and alpine,
 * security groups default and web, key pair ops, launch templates web and (with a network interface) wired. May be
 * used by any thread.
 */
public final class FakeAws implements AutoCloseable {
  /** The only region. */
  public static final String REGION = "eu-north-1";

  /** The access key of the user. */
  public static final String KEY = FakeSts.KEY;

  /** Its secret. */
  public static final String SECRET = FakeSts.SECRET;

  /** A role that the user may take on. */
  public static final String ROLE = FakeSts.ROLE;

  /** The account. */
  public static final String ACCOUNT = FakeSts.ACCOUNT;

  /** Where EventBridge puts notices of spot instances. */
  public static final String SPOT_QUEUE =
      "https://sqs.eu-north-1.amazonaws.com/" + ACCOUNT + "/spots";

  static {
    // Otherwise the JDK's server sends a reply in two parts, and the second one waits 40 ms for the
    // other side to confirm the first.
    System.setProperty("sun.net.httpserver.nodelay", "true");
  }

  private static final String SPOTS = "spots";

  private final InstantSource clock;
  private final FakeRateLimits meters;
  private final FakeEc2 ec2;
  private final FakeSts sts = new FakeSts();
  private final FakeElb elb;
  private final FakeAutoScaling autoScaling;
  private final FakeSqs sqs;
  private final FakeSns sns;
  private final FakeEndpoint front;
  private final HttpServer server;
  private final ExecutorService threads;
  private final URI url;

  private FakeAws(InstantSource clock, long seed) {
    threads = Executors.newCachedThreadPool(task -> daemon(task, "fake-aws"));
    try {
      server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    url = URI.create("http://localhost:" + server.getAddress().getPort());
    meters = new FakeRateLimits(clock);
    ec2 = new FakeEc2(clock, seed, meters);
    elb = new FakeElb(ec2::stateNow);
    this.clock = clock;
    autoScaling = new FakeAutoScaling(clock, ec2);
    sqs = new FakeSqs(clock);
    sqs.mail.make(SPOTS);
    sns = new FakeSns(clock);
    front = new FakeEndpoint(sts, ec2, elb, autoScaling, sns, sqs);
    server.setExecutor(threads);
    server.createContext("/", front::serve);
    startAsDaemon();
  }

  /** Starts a cloud with a clock of its own and a seed for all chance. */
  public static FakeAws start(InstantSource clock, long seed) {
    return new FakeAws(clock, seed);
  }

  /** The server's own thread is a daemon if a daemon starts it. */
  private void startAsDaemon() {
    Thread starter = daemon(server::start, "fake-aws-start");
    starter.start();
    try {
      starter.join();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while the cloud was starting", e);
    }
  }

  private static Thread daemon(Runnable task, String name) {
    Thread thread = new Thread(task, name);
    thread.setDaemon(true);
    return thread;
  }

  /** Where every service is. */
  public URI url() {
    return url;
  }

  /** Every request that reached the cloud, such as {@code RunInstances → 200}. */
  public List<String> requests() {
    return front.seen();
  }

  /** An instance as it is. */
  public record Truth(
      String id,
      String state,
      Map<String, String> tags,
      String zone,
      String size,
      String image,
      boolean spot,
      Map<String, String> volumeTags) {}

  /** All instances that EC2 still knows, ended ones too. */
  public List<Truth> instances() {
    autoScaling.settle();
    return ec2.truth();
  }

  /** The private addresses of an instance; none if it has ended. */
  public List<String> addressesOf(String id) {
    return ec2.addressesOf(id);
  }

  /** How many instances were ever made. */
  public int made() {
    return ec2.made();
  }

  /** Another owner makes an instance, which runs at once. */
  public String makeForAnotherOwner(Map<String, String> tags) {
    return ec2.makeForAnotherOwner(tags);
  }

  /** Ends an instance from within. */
  public void kill(String id) {
    ec2.kill(id);
  }

  /** Sets the status checks of an instance for good: of the system below it, and its own. */
  public void status(String id, String system, String instance) {
    ec2.status(id, system, instance);
  }

  /** Plans an event for an instance, such as its retirement. */
  public void planEvent(String id, String event) {
    ec2.planEvent(id, event);
  }

  /** Has the health checks of all target groups find an instance that runs in a state from now on. */
  public void targetHealth(String id, String state) {
    elb.health(id, state);
  }

  /** Puts an instance into a state for good. */
  public void state(String id, String state) {
    ec2.state(id, state);
  }

  /** Switches the protection of an instance against its end. */
  public void guard(String id, boolean guarded) {
    ec2.guard(id, guarded);
  }

  /** Refuses every later write to an instance. */
  public void forbid(String id) {
    ec2.forbid(id);
  }

  /** Accepts the next launch, and lets it end with this state reason. */
  public void failNext(String reason) {
    ec2.failNext(reason);
  }

  /** The code by which an instant fleet says that there is not enough of a size. */
  public void lackOfFleets(String code) {
    ec2.lackOfFleets(code);
  }

  /** Answers the next fleet with an error of the server, before or after it is made. */
  public void breakNextFleet(boolean made) {
    ec2.breakNextFleet(made);
  }

  /** Shows no fleet any more. */
  public void hideFleets() {
    ec2.hideFleets();
  }

  /** How many instances the account may have. */
  public void quota(int most) {
    ec2.quota(most);
  }

  /** How many more instances of a size a zone has room for. */
  public void room(String size, String zone, int free) {
    ec2.room(size, zone, free);
  }

  /** How many more of each size each zone has room for; any number if empty. */
  public void roomEverywhere(Optional<Integer> free) {
    ec2.roomEverywhere(free);
  }

  /** For how long after a launch every write fails because there is no such instance. */
  public void unknownFor(Duration time) {
    ec2.unknownFor(time);
  }

  /** How stale lists may be. */
  public void lag(Duration time) {
    ec2.lag(time);
  }

  /** How many instances a page holds, or groups. */
  public void pageLimit(int most) {
    ec2.pageLimit(most);
    autoScaling.pageLimit(most);
  }

  /** Switches EC2's token buckets on. */
  public void meter() {
    meters.switchOn();
  }

  /** How many requests were refused for their number. */
  public int throttled() {
    return meters.throttled();
  }

  /** Gives an image's name to a new image. */
  public void moveImage(String name) {
    ec2.move(name);
  }

  /** Gives an image's name to a new image, which is not there yet. */
  public void announceImage(String name) {
    ec2.announce(name);
  }

  /** What an instance was ordered with. */
  public Optional<String> ordered(String id, String parameter) {
    return ec2.order(id).get(parameter);
  }

  /** The name of a security group. */
  public String groupName(String id) {
    return ec2.shelf.groups.getOrDefault(id, "");
  }

  /** How often an instance was rebooted. */
  public int reboots(String id) {
    return ec2.reboots(id);
  }

  /** The ids of the images that were made of an instance. */
  public List<String> snapshots(String id) {
    return ec2.snapshots(id);
  }

  /** The images by which the root volume of an instance was replaced. */
  public List<String> restores(String id) {
    return ec2.restores(id);
  }

  /** The instance types. */
  public List<MachineSize> sizes() {
    return ec2.shelf.makes.values().stream()
        .sorted(Comparator.comparing(MachineSize::name))
        .toList();
  }

  /** The load balancers, as they are. */
  public List<LoadBalancerSpec> balancers() {
    return elb.specs();
  }

  /** A user deletes all load balancers, and leaves their target groups. */
  public void forgetBalancers() {
    elb.forget();
  }

  /** How many target groups there are. */
  public int targetGroups() {
    return elb.groups();
  }

  /** A route table: its tags, and the instances by destination; {@code local} is the network itself. */
  public record RouteTable(String id, Map<String, String> tags, Map<String, String> routes) {}

  /** Makes a route table. */
  public String makeRouteTable(Map<String, String> tags) {
    return ec2.makeTable(tags);
  }

  /** Makes a route table for each cluster that is asked for. */
  public void routeTablesOnDemand() {
    ec2.tablesOnDemand();
  }

  /** Another user makes a route, or changes its target. */
  public void lead(String table, String destination, String instance) {
    ec2.lead(table, destination, instance);
  }

  /** All route tables, as they are. */
  public List<RouteTable> routeTables() {
    return ec2.routeTables();
  }

  /** Whether an instance gets what is meant for others. */
  public boolean forwards(String id) {
    return ec2.forwards(id);
  }

  /** Makes an Auto Scaling group, empty and protected, that may have so many. */
  public void makeGroup(String name, int most) {
    autoScaling.make(name, most);
  }

  /** What makes the size of a group another number than that of its instances. */
  public enum Oddity {
    WARM_POOL,
    WEIGHTS,
    CAPACITY_IN_VCPUS
  }

  /** Sets how many a group must have. */
  public void groupLeast(String name, int size) {
    change(name, group -> group.least = size);
  }

  /** Switches whether a group protects from scale-in what joins it from now on. */
  public void groupGuards(String name, boolean guarded) {
    change(name, group -> group.guarded = guarded);
  }

  /** Makes a group an odd one. */
  public void groupHas(String name, Oddity oddity) {
    change(name, group -> group.oddities.add(oddity));
  }

  /** Has a group show as one that is being deleted. */
  public void deleteGroup(String name) {
    change(name, group -> group.deleted = true);
  }

  /** Suspends a process of a group. */
  public void suspend(String name, String process) {
    change(name, group -> group.suspended.add(process));
  }

  /** Lets a process of a group go on. */
  public void resume(String name, String process) {
    change(name, group -> group.suspended.remove(process));
  }

  /** Has a group hand on tags. */
  public void tagGroup(String name, Map<String, String> tags) {
    change(name, group -> group.tags.putAll(tags));
  }

  /** Has a group hold instances that it launches, or that it terminates, for an answer. */
  public void hook(
      String group, String hook, boolean launches, Duration heartbeat, boolean continues) {
    change(
        group,
        each ->
            each.hooks.put(hook, new FakeScalingGroup.Hook(hook, launches, heartbeat, continues)));
  }

  /** A user attaches an instance to a group. */
  public void join(String group, String id) {
    change(group, each -> each.join(id));
  }

  /** Lets the next read of an instance show it as a member of a group, in any state. */
  public void showOnce(String group, String id) {
    autoScaling.showOnce(group, id);
  }

  /** A request for a lower size arrives late, at a group that protects its machines from it. */
  public void lower(String group, int size) {
    change(group, each -> each.desired = size);
  }

  /** A user releases the machines that wait in a hook, and deletes it. */
  public void unhook(String group, String hook) {
    change(group, each -> each.unhook(hook));
  }

  /** A group takes one of its instances for ill: ends it, and makes another one. */
  public void dropFromGroup(String id) {
    autoScaling.drop(id);
  }

  /** How many a group is to have. */
  public int desired(String name) {
    synchronized (autoScaling) {
      return autoScaling.known(name).desired;
    }
  }

  /** The instances of a group, and how far each is on its way through it. */
  public Map<String, String> members(String name) {
    synchronized (autoScaling) {
      autoScaling.settle();
      Map<String, String> states = new TreeMap<>();
      autoScaling.known(name).members.forEach((id, member) -> states.put(id, member.state.word));
      return states;
    }
  }

  private void change(String group, Consumer<FakeScalingGroup> change) {
    synchronized (autoScaling) {
      change.accept(autoScaling.known(group));
    }
  }

  /** A message in a queue, or as a topic passes it on. */
  public record Message(
      String body,
      Map<String, String> attributes,
      Optional<String> group,
      Optional<String> deduplication) {}

  /** Makes a queue, a FIFO one if its name ends in {@code .fifo}. */
  public void makeQueue(String name) {
    sqs.mail.make(name);
  }

  /** What is in a queue. */
  public List<Message> queued(String name) {
    return sqs.mail.of(name);
  }

  /** Makes a topic, a FIFO one if its name ends in {@code .fifo}. */
  public void makeTopic(String name) {
    sns.mail.make(name);
  }

  /** What was published on a topic. */
  public List<Message> published(String name) {
    return sns.mail.of(name);
  }

  /** Has EventBridge tell that EC2 interrupts an instance in two minutes. */
  public void interrupt(String id) {
    event(
        "EC2 Spot Instance Interruption Warning",
        "{\"instance-id\":\"" + id + "\",\"instance-action\":\"terminate\"}");
  }

  /** Has EventBridge tell that an instance may be interrupted sooner than others. */
  public void recommendRebalance(String id) {
    event("EC2 Instance Rebalance Recommendation", "{\"instance-id\":\"" + id + "\"}");
  }

  private void event(String type, String detail) {
    putForeignNotice("""
        {"version":"0","id":"1e5527d7-bb36-4607-3370-4164db56a40e","detail-type":"%s",\
        "source":"aws.ec2","account":"%s","time":"%s","region":"%s",\
        "resources":[],"detail":%s}
        """.formatted(
            type, ACCOUNT, clock.instant().truncatedTo(ChronoUnit.SECONDS), REGION, detail));
  }

  /** Puts any text into the queue of notices. */
  public void putForeignNotice(String text) {
    sqs.mail.put(SPOTS, text);
  }

  /** Lets every session expire; new ones can be had. */
  public void expireSessions() {
    sts.expire();
  }

  /** Has the credentials reach another account. */
  public void account(String id) {
    sts.account(id);
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
