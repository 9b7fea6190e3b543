package io.cloudadapter.aws;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.aws.client.ApiCall;
import io.cloudadapter.aws.client.AwsClient;
import io.cloudadapter.aws.client.AwsErrorClassifier;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.feature.Adoption;
import io.cloudadapter.spi.feature.Labeling;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import software.amazon.awssdk.services.ec2.model.Instance;
import software.amazon.awssdk.services.ec2.model.Tag;

/**
 * Changes marks and labels, both of which are EC2's tags. EC2 adds tags without a condition, so of two pools that
 * mark one instance at the same moment the last one wins. It removes tags on the condition that they have a certain
 * value: so no other owner's marks are ever removed.
 */
public final class TagWriter implements Adoption, Labeling {
  private static final List<String> MARKS =
      List.of(OwnershipMarks.POOL_TAG, OwnershipMarks.INCARNATION_TAG, OwnershipMarks.KEY_TAG);

  private final AwsClient api;
  private final RecentLaunches newborns;

  TagWriter(AwsClient api, RecentLaunches newborns) {
    this.api = api;
    this.newborns = newborns;
  }

  @Override
  public void mark(MachineId machine, OwnershipMarks marks, CallContext call) {
    api.checkOpen();
    Map<String, String> now =
        tags(machine, call).orElseThrow(() -> AwsErrorClassifier.noMachine(machine.value()));
    checkNotForeign(machine, now, marks);
    Map<String, String> wanted = marks.toTags();
    create(machine, wanted, call);
    Map<String, String> others = new TreeMap<>();
    MARKS.stream()
        .filter(name -> now.containsKey(name) && !wanted.containsKey(name))
        .forEach(name -> others.put(name, now.get(name)));
    if (!others.isEmpty()) {
      try {
        delete(machine, others, call);
      } catch (CloudException e) {
        throw AwsErrorClassifier.halfDone(e);
      }
    }
  }

  /** Returns a machine as it is; refused if it does not exist, or has another owner. */
  public Instance free(MachineId machine, OwnershipMarks marks, CallContext call) {
    Instance row =
        living(machine, call).orElseThrow(() -> AwsErrorClassifier.noMachine(machine.value()));
    checkNotForeign(machine, InstanceParser.tags(row), marks);
    return row;
  }

  /** Returns whether a machine exists; refused if it has another owner. */
  public boolean isThere(MachineId machine, OwnershipMarks marks, CallContext call) {
    Optional<Map<String, String>> now = tags(machine, call);
    now.ifPresent(tags -> checkNotForeign(machine, tags, marks));
    return now.isPresent();
  }

  @Override
  public void unmark(MachineId machine, OwnershipMarks marks, CallContext call) {
    api.checkOpen();
    Optional<Map<String, String>> now = tags(machine, call);
    if (now.isEmpty()) {
      return;
    }
    checkNotForeign(machine, now.get(), marks);
    Map<String, String> ours = new TreeMap<>(now.get());
    ours.keySet().retainAll(MARKS);
    if (!ours.isEmpty()) {
      delete(machine, ours, call);
    }
  }

  @Override
  public void label(MachineId machine, Map<String, String> labels, CallContext call) {
    api.checkOpen();
    for (String name : labels.keySet()) {
      if (name.startsWith(OwnershipMarks.RESERVED)) {
        throw AwsErrorClassifier.invalid(
            "a label must not begin with " + OwnershipMarks.RESERVED + ", was " + name);
      }
    }
    AwsRequestLimits.checkTags(labels);
    if (tags(machine, call).isEmpty()) {
      throw AwsErrorClassifier.noMachine(machine.value());
    }
    if (!labels.isEmpty()) {
      create(machine, labels, call);
    }
  }

  /** Empty if the machine is not there or has ended. */
  private Optional<Instance> living(MachineId machine, CallContext call) {
    return InstanceLister.instance(api, machine, call).filter(row -> !InstanceParser.isEnded(row));
  }

  private Optional<Map<String, String>> tags(MachineId machine, CallContext call) {
    return living(machine, call).map(InstanceParser::tags);
  }

  private static void checkNotForeign(
      MachineId machine, Map<String, String> now, OwnershipMarks marks) {
    String pool = now.getOrDefault(OwnershipMarks.POOL_TAG, marks.pool().value());
    String incarnation =
        now.getOrDefault(OwnershipMarks.INCARNATION_TAG, marks.incarnation().value());
    if (!pool.equals(marks.pool().value())
        || !incarnation.equals(marks.incarnation().value())) {
      throw AwsErrorClassifier.foreign(
          "instance " + machine + " belongs to pool " + pool + ", incarnation " + incarnation);
    }
  }

  private void create(MachineId machine, Map<String, String> tags, CallContext call) {
    try {
      api.ec2(
          ApiCall.write(RequestKind.MARK, "CreateTags", machine.value()),
          call,
          (ec2, with) -> ec2.createTags(ask ->
              ask.overrideConfiguration(with).resources(machine.value()).tags(written(tags))));
    } catch (CloudException e) {
      throw newborns.judged(machine, e);
    }
  }

  /** Takes off those that still have these values. A machine that is gone has none. */
  private void delete(MachineId machine, Map<String, String> tags, CallContext call) {
    try {
      api.ec2(
          ApiCall.write(RequestKind.MARK, "DeleteTags", machine.value()),
          call,
          (ec2, with) -> ec2.deleteTags(ask ->
              ask.overrideConfiguration(with).resources(machine.value()).tags(written(tags))));
    } catch (CloudException e) {
      CloudException meant = newborns.judged(machine, e);
      if (!AwsErrorClassifier.isNoMachine(meant)) {
        throw meant;
      }
    }
  }

  private static List<Tag> written(Map<String, String> tags) {
    return tags.entrySet().stream()
        .map(item -> Tag.builder().key(item.getKey()).value(item.getValue()).build())
        .toList();
  }
}
