package io.cloudadapter.aws;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.aws.client.ApiCall;
import io.cloudadapter.aws.client.AwsClient;
import io.cloudadapter.aws.client.AwsErrorClassifier;
import io.cloudadapter.aws.client.AwsPages;
import io.cloudadapter.aws.client.AwsService;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Conflict;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.RequestKind;
import io.cloudadapter.spi.action.ActionToken;
import io.cloudadapter.spi.feature.Snapshots;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.ec2.model.DescribeReplaceRootVolumeTasksResponse;
import software.amazon.awssdk.services.ec2.model.Filter;
import software.amazon.awssdk.services.ec2.model.Image;
import software.amazon.awssdk.services.ec2.model.ReplaceRootVolumeTask;
import software.amazon.awssdk.services.ec2.model.ResourceType;
import software.amazon.awssdk.services.ec2.model.Tag;
import software.amazon.awssdk.services.ec2.model.TagSpecification;

/**
 * Takes snapshots, which are images of EC2, and restores machines from them by replacing their root volume. Both
 * carry the action's uid as a tag, so that any process can find out what became of an attempt.
 */
final class SnapshotActions implements Snapshots {
  private static final String ACTION = OwnershipMarks.RESERVED + "action";
  private static final ApiCall ASKED = ApiCall.read(AwsService.EC2, "DescribeImages", "imagesSet");
  private static final ApiCall TASKS =
      ApiCall.read(AwsService.EC2, "DescribeReplaceRootVolumeTasks", "replaceRootVolumeTaskSet");
  private static final int MOST_PAGES = 100;

  private final AwsClient api;
  private final ActionSupport acting;

  SnapshotActions(AwsClient api, ActionSupport acting) {
    this.api = api;
    this.acting = acting;
  }

  /** Of a machine that runs on: its disks are as they would be after a power cut. */
  @Override
  public ActionProgress snapshot(
      MachineId machine, String name, ActionToken token, CallContext call) {
    api.checkOpen();
    Optional<Image> taken = taken(machine, token, call);
    if (taken.isPresent()) {
      return told(taken.get());
    }
    ApiCall asked = ApiCall.write(RequestKind.ACT, "CreateImage", machine.value(), "imageId");
    String called = name.isEmpty() ? machine + "-" + token.action() : name;
    try {
      acting.on(
          machine,
          call,
          () -> api.ec2(
              asked,
              call,
              (ec2, with) -> ec2.createImage(ask -> ask.overrideConfiguration(with)
                  .instanceId(machine.value())
                  .name(called)
                  .noReboot(true)
                  .tagSpecifications(
                      tagged(ResourceType.IMAGE, token), tagged(ResourceType.SNAPSHOT, token)))));
    } catch (CloudException e) {
      if (name.isEmpty() && e.conflict().equals(Optional.of(Conflict.NAME_TAKEN))) {
        // No other client makes an image of this name: it is our own, which EC2 does not show yet.
        return ActionProgress.underWay();
      }
      throw e;
    }
    return ActionProgress.underWay();
  }

  private static TagSpecification tagged(ResourceType what, ActionToken token) {
    return TagSpecification.builder()
        .resourceType(what)
        .tags(Tag.builder().key(ACTION).value(token.action().toString()).build())
        .build();
  }

  /** The image that an action has made of a machine, if EC2 shows it. */
  private Optional<Image> taken(MachineId machine, ActionToken token, CallContext call) {
    Filter ours =
        AwsResourceResolver.filter("tag:" + ACTION, List.of(token.action().toString()));
    return api
        .ec2(
            ASKED,
            call,
            (ec2, with) -> ec2.describeImages(
                ask -> ask.overrideConfiguration(with).owners("self").filters(ours)))
        .images()
        .stream()
        .filter(image -> isTagged(image.tags(), token) && isOf(machine, image))
        .findFirst();
  }

  private static boolean isTagged(List<Tag> tags, ActionToken token) {
    return tags.stream()
        .anyMatch(tag -> ACTION.equals(tag.key()) && token.action().toString().equals(tag.value()));
  }

  private static boolean isOf(MachineId machine, Image image) {
    return machine.value().equals(image.sourceInstanceId());
  }

  private static ActionProgress told(Image image) {
    return switch (String.valueOf(image.stateAsString())) {
      case "available" -> ActionProgress.done(Map.of(SNAPSHOT_ID, image.imageId()));
      case "pending", "transient" -> ActionProgress.underWay();
      default -> ActionProgress.failed("the image is " + image.stateAsString());
    };
  }

  /** Only to an image that was made of this machine: any other one would be another machine. */
  @Override
  public ActionProgress restore(
      MachineId machine, String snapshot, ActionToken token, CallContext call) {
    api.checkOpen();
    checkIsOf(machine, snapshot, call);
    ApiCall asked = ApiCall.write(
        RequestKind.ACT, "CreateReplaceRootVolumeTask", machine.value(), "replaceRootVolumeTask");
    ReplaceRootVolumeTask task = acting
        .on(
            machine,
            call,
            () -> api.ec2(
                asked,
                call,
                (ec2, with) ->
                    ec2.createReplaceRootVolumeTask(ask -> ask.overrideConfiguration(with)
                        .instanceId(machine.value())
                        .imageId(snapshot)
                        .clientToken(token.action().toString())
                        .deleteReplacedRootVolume(true)
                        .tagSpecifications(tagged(ResourceType.REPLACE_ROOT_VOLUME_TASK, token)))))
        .replaceRootVolumeTask();
    return told(task);
  }

  private void checkIsOf(MachineId machine, String snapshot, CallContext call) {
    boolean there = false;
    if (snapshot.matches("ami-[0-9a-f]{8,17}")) {
      // Asked for by a filter, an image that is not there is no error.
      Filter wanted = AwsResourceResolver.filter("image-id", List.of(snapshot));
      there = api
          .ec2(
              ASKED,
              call,
              (ec2, with) -> ec2.describeImages(
                  ask -> ask.overrideConfiguration(with).owners("self").filters(wanted)))
          .images()
          .stream()
          .anyMatch(image -> snapshot.equals(image.imageId()) && isOf(machine, image));
    }
    if (!there) {
      throw AwsErrorClassifier.notFound("instance " + machine + " has no snapshot " + snapshot);
    }
  }

  private static ActionProgress told(ReplaceRootVolumeTask task) {
    return switch (String.valueOf(task.taskStateAsString())) {
      case "pending", "in-progress" -> ActionProgress.underWay();
      case "succeeded" -> ActionProgress.done();
      case "failing", "failed", "failed-detached" ->
        ActionProgress.failed("the replacement of the root volume is " + task.taskStateAsString());
      default -> ActionProgress.unknown();
    };
  }

  @Override
  public boolean traceable() {
    return true;
  }

  @Override
  public ActionProgress progress(MachineId machine, ActionToken token, CallContext call) {
    api.checkOpen();
    if (token.type().equals("Snapshot")) {
      return taken(machine, token, call)
          .map(SnapshotActions::told)
          .orElse(ActionProgress.notDone());
    }
    return tasks(machine, call).stream()
        .filter(task -> isTagged(task.tags(), token))
        .findFirst()
        .map(SnapshotActions::told)
        .orElse(ActionProgress.notDone());
  }

  private List<ReplaceRootVolumeTask> tasks(MachineId machine, CallContext call) {
    Filter ours = AwsResourceResolver.filter("instance-id", List.of(machine.value()));
    List<ReplaceRootVolumeTask> tasks = new ArrayList<>();
    AwsPages.read(TASKS, MOST_PAGES, token -> {
      DescribeReplaceRootVolumeTasksResponse page = api.ec2(
          TASKS,
          call,
          (ec2, with) -> ec2.describeReplaceRootVolumeTasks(
              ask -> ask.overrideConfiguration(with).filters(ours).nextToken(token)));
      tasks.addAll(page.replaceRootVolumeTasks());
      return page.nextToken();
    });
    return tasks;
  }
}
