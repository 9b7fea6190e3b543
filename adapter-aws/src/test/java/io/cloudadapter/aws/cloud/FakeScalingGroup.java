package io.cloudadapter.aws.cloud;

import java.time.Duration;
import java.time.Instant;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * An Auto Scaling group and what it does by itself: it makes instances until it has its desired capacity, and others in
 * place of those that do not run any more. Guarded by the {@link FakeAutoScaling} that has it.
 *
 * <pre>
 *   Pending ─► Pending:Wait ─► InService ─► Terminating:Wait ─► Terminating
 *                    └──────── abandoned ──────────────────────────▲
 * </pre>
 *
 * An instance is held in the states of waiting while a lifecycle hook of that transition has not been answered and its
 * time is not over. Those that are attached or detached are held by none, and neither is one that has ended in EC2.
 */
final class FakeScalingGroup {
  private static final Duration TRIES_AGAIN = Duration.ofSeconds(30);
  private static final Duration LONGEST_HOLD = Duration.ofHours(48);
  private static final int MOST_HEARTBEATS = 100;

  /** A lifecycle hook. */
  record Hook(String name, boolean launches, Duration heartbeat, boolean continues) {
    String transition() {
      return "autoscaling:EC2_INSTANCE_" + (launches ? "LAUNCHING" : "TERMINATING");
    }

    Duration longest() {
      Duration hundred = heartbeat.multipliedBy(MOST_HEARTBEATS);
      return hundred.compareTo(LONGEST_HOLD) < 0 ? hundred : LONGEST_HOLD;
    }
  }

  /** What a hook holds an instance for. */
  private record Hold(Hook hook, Instant since, Instant until) {}

  enum State {
    PENDING("Pending"),
    PENDING_WAIT("Pending:Wait"),
    IN_SERVICE("InService"),
    TERMINATING_WAIT("Terminating:Wait"),
    TERMINATING("Terminating");

    final String word;

    State(String word) {
      this.word = word;
    }

    boolean leaves() {
      return this == TERMINATING_WAIT || this == TERMINATING;
    }
  }

  /** An instance of the group. */
  static final class Member {
    final boolean guarded;
    State state;
    private final Map<String, Hold> holds = new TreeMap<>();

    Member(State state, boolean guarded) {
      this.state = state;
      this.guarded = guarded;
    }
  }

  final String name;
  final int most;
  int least;
  int desired;
  boolean guarded = true;
  boolean deleted;
  final Set<FakeAws.Oddity> oddities = EnumSet.noneOf(FakeAws.Oddity.class);
  final Set<String> suspended = new TreeSet<>();
  final Map<String, String> tags = new TreeMap<>();
  final Map<String, Hook> hooks = new TreeMap<>();
  final Map<String, Member> members = new LinkedHashMap<>();

  private final FakeEc2 ec2;
  private Instant restsUntil = Instant.MIN;

  FakeScalingGroup(String name, int most, FakeEc2 ec2) {
    this.name = name;
    this.most = most;
    this.ec2 = ec2;
  }

  /** Whether an instance is one of those that make up the group's size. */
  boolean has(String id) {
    Member member = members.get(id);
    return member != null && !member.state.leaves();
  }

  private long size() {
    return members.values().stream().filter(member -> !member.state.leaves()).count();
  }

  void settle(Instant now) {
    for (String id : List.copyOf(members.keySet())) {
      settle(id, members.get(id), now);
    }
    if (suspended.contains("Launch") || now.isBefore(restsUntil)) {
      return;
    }
    while (size() < desired) {
      Optional<String> made = ec2.makeForGroup(tags);
      if (made.isEmpty()) {
        restsUntil = now.plus(TRIES_AGAIN);
        return;
      }
      members.put(made.get(), new Member(State.PENDING, guarded));
    }
  }

  private void settle(String id, Member member, Instant now) {
    String state = ec2.stateNow(id).orElse("terminated");
    if (state.equals("terminated")) {
      members.remove(id);
    } else if (state.equals("shutting-down")) {
      member.state = State.TERMINATING;
    } else if (!member.state.leaves() && !state.equals("pending") && !state.equals("running")) {
      replace(id, now);
    } else if (member.state == State.PENDING && state.equals("running")) {
      hold(id, member, true, now);
    }
    expire(id, member, now);
  }

  /** Any state but running is unhealthy at once. */
  private void replace(String id, Instant now) {
    if (!suspended.contains("ReplaceUnhealthy")) {
      end(id, now);
    }
  }

  /** Hooks whose time is over take their default result. */
  private void expire(String id, Member member, Instant now) {
    for (Hold hold : List.copyOf(member.holds.values())) {
      if (!now.isBefore(hold.until())) {
        complete(id, hold.hook().name(), hold.hook().continues());
      }
    }
  }

  /** Begins to end an instance that is one of the group's. */
  void end(String id, Instant now) {
    hold(id, members.get(id), false, now);
  }

  private void hold(String id, Member member, boolean launches, Instant now) {
    member.holds.clear();
    hooks.values().stream()
        .filter(hook -> hook.launches() == launches)
        .forEach(
            hook -> member.holds.put(hook.name(), new Hold(hook, now, now.plus(hook.heartbeat()))));
    member.state = launches ? State.PENDING_WAIT : State.TERMINATING_WAIT;
    proceed(id, member);
  }

  private void proceed(String id, Member member) {
    if (!member.holds.isEmpty()) {
      return;
    }
    if (member.state == State.PENDING_WAIT) {
      member.state = State.IN_SERVICE;
    } else if (member.state == State.TERMINATING_WAIT) {
      finish(id, member);
    }
  }

  private void finish(String id, Member member) {
    member.holds.clear();
    member.state = State.TERMINATING;
    ec2.endForGroup(id);
  }

  /** Answers a hook; whether it was waiting for an answer. */
  boolean complete(String id, String hook, boolean continues) {
    Member member = members.get(id);
    if (member == null || member.holds.remove(hook) == null) {
      return false;
    }
    if (continues) {
      proceed(id, member);
    } else {
      finish(id, member);
    }
    return true;
  }

  void unhook(String hook) {
    hooks.remove(hook);
    for (String id : List.copyOf(members.keySet())) {
      boolean unused = complete(id, hook, true);
    }
  }

  /** Begins a hook's time anew, as far as its longest allows; whether it was waiting for an answer. */
  boolean heartbeat(String id, String hook, Instant now) {
    Member member = members.get(id);
    Hold hold = member == null ? null : member.holds.get(hook);
    if (member == null || hold == null) {
      return false;
    }
    Instant latest = hold.since().plus(hold.hook().longest());
    Instant until = now.plus(hold.hook().heartbeat());
    member.holds.put(
        hook, new Hold(hold.hook(), hold.since(), until.isBefore(latest) ? until : latest));
    return true;
  }

  /** Sets the size. The group chooses the victims, none of them protected. */
  void resize(int size, Instant now) {
    desired = size;
    List<String> unprotected = members.entrySet().stream()
        .filter(entry -> !entry.getValue().guarded && !entry.getValue().state.leaves())
        .map(Map.Entry::getKey)
        .toList();
    long surplus = Math.min(size() - size, unprotected.size());
    for (int i = 0; i < surplus; i++) {
      end(unprotected.get(i), now);
    }
  }

  void join(String id) {
    members.put(id, new Member(State.IN_SERVICE, guarded));
    desired++;
  }

  void row(XmlWriter xml) {
    xml.open("member").put("AutoScalingGroupName", name).put("MinSize", least);
    xml.put("MaxSize", most).put("DesiredCapacity", desired);
    xml.put("NewInstancesProtectedFromScaleIn", guarded);
    if (deleted) {
      xml.put("Status", "Delete in progress");
    }
    oddities.forEach(oddity -> write(oddity, xml));
    xml.open("SuspendedProcesses");
    for (String process : suspended) {
      xml.open("member").put("ProcessName", process).close("member");
    }
    xml.close("SuspendedProcesses").open("Instances");
    members.keySet().forEach(id -> instance(id, xml));
    xml.close("Instances").open("Tags");
    tags.forEach((key, value) -> {
      xml.open("member").put("ResourceId", name).put("ResourceType", "auto-scaling-group");
      xml.put("Key", key).put("Value", value).put("PropagateAtLaunch", "true").close("member");
    });
    xml.close("Tags").close("member");
  }

  private static void write(FakeAws.Oddity oddity, XmlWriter xml) {
    switch (oddity) {
      case WARM_POOL ->
        xml.open("WarmPoolConfiguration").put("MinSize", 0).close("WarmPoolConfiguration");
      case WEIGHTS -> {
        xml.open("MixedInstancesPolicy")
            .open("LaunchTemplate")
            .open("Overrides")
            .open("member");
        xml.put("InstanceType", "m6i.large").put("WeightedCapacity", 2).close("member");
        xml.close("Overrides").close("LaunchTemplate").close("MixedInstancesPolicy");
      }
      case CAPACITY_IN_VCPUS -> xml.put("DesiredCapacityType", "vcpu");
    }
  }

  private void instance(String id, XmlWriter xml) {
    xml.open("member").put("InstanceId", id);
    facts(members.get(id), xml).close("member");
  }

  /** An instance by itself, as another request tells it. */
  void detail(String id, XmlWriter xml) {
    xml.open("member").put("InstanceId", id).put("AutoScalingGroupName", name);
    facts(members.get(id), xml).close("member");
  }

  /** An instance as it was when it served. */
  void past(String id, XmlWriter xml) {
    xml.open("member").put("InstanceId", id).put("AutoScalingGroupName", name);
    facts(new Member(State.IN_SERVICE, guarded), xml).close("member");
  }

  private static XmlWriter facts(Member member, XmlWriter xml) {
    return xml.put("LifecycleState", member.state.word)
        .put("HealthStatus", "HEALTHY")
        .put("ProtectedFromScaleIn", member.guarded);
  }
}
