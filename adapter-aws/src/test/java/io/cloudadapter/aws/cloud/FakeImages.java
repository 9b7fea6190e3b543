package io.cloudadapter.aws.cloud;

import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Images that were made of instances, and root volumes that were replaced by them. Guarded by Ec2. */
final class FakeImages {
  private static final Duration TAKES = Duration.ofSeconds(90);

  private record Picture(
      String id, String vm, String name, Map<String, String> tags, Instant ready) {}

  private record Task(String id, String vm, String image, Map<String, String> tags, Instant over) {}

  private final Map<String, Picture> pictures = new LinkedHashMap<>();
  private final Map<String, Task> tasks = new LinkedHashMap<>();
  private final Map<String, Task> tokens = new TreeMap<>();

  boolean has(String image) {
    return pictures.containsKey(image);
  }

  String create(FakeInstance vm, QueryParams params, Instant now) {
    String name = params.must("Name");
    boolean taken = pictures.values().stream().anyMatch(each -> each.name().equals(name));
    if (taken) {
      throw AwsRefusal.wrong("InvalidAMIName.Duplicate", "AMI name " + name + " is already in use");
    }
    if (name.length() < 3 || name.length() > 128 || !name.matches("[\\w()\\[\\] ./'@-]+")) {
      throw AwsRefusal.wrong("InvalidAMIName.Malformed", "AMI names must be between 3 and 128");
    }
    String id = "ami-0b0000000%08d".formatted(pictures.size() + 1);
    pictures.put(id, new Picture(id, vm.id, name, params.specified("image"), now.plus(TAKES)));
    return new XmlWriter().put("imageId", id).toString();
  }

  void images(XmlWriter xml, List<String> ids, Map<String, List<Pattern>> filters, Instant now) {
    for (Picture each : pictures.values()) {
      if ((ids.isEmpty() || ids.contains(each.id())) && fits(each, filters, now)) {
        xml.open("item").put("imageId", each.id()).put("name", each.name());
        xml.put("imageState", state(each, now));
        xml.put("creationDate", "2026-03-01T00:00:00.000Z").put("sourceInstanceId", each.vm());
        xml.tags(each.tags()).close("item");
      }
    }
  }

  private static String state(Picture each, Instant now) {
    return now.isBefore(each.ready()) ? "pending" : "available";
  }

  private static boolean fits(Picture each, Map<String, List<Pattern>> filters, Instant now) {
    Map<String, String> facts =
        Map.of("image-id", each.id(), "name", each.name(), "state", state(each, now));
    return filters.entrySet().stream().allMatch(filter -> {
      String name = filter.getKey();
      String value = name.startsWith("tag:")
          ? each.tags().getOrDefault(name.substring(4), "")
          : facts.getOrDefault(name, "");
      return QueryParams.fits(filter.getValue(), value);
    });
  }

  String replace(FakeInstance vm, QueryParams params, Instant now) {
    String token = params.get("ClientToken").orElse("");
    Task before = tokens.get(token);
    if (before == null) {
      String image = params.must("ImageId");
      if (!has(image)) {
        throw AwsRefusal.wrong(
            "InvalidAMIID.NotFound", "The image id '[" + image + "]' does not exist");
      }
      String id = "replacevol-0%016d".formatted(tasks.size() + 1);
      before =
          new Task(id, vm.id, image, params.specified("replace-root-volume-task"), now.plus(TAKES));
      tasks.put(id, before);
      tokens.put(token, before);
      vm.restored(now.plus(TAKES), image);
    }
    XmlWriter xml = new XmlWriter().open("replaceRootVolumeTask");
    row(xml, before, now);
    return xml.close("replaceRootVolumeTask").toString();
  }

  String tasks(QueryParams params, Instant now) {
    Map<String, List<Pattern>> filters = params.filters();
    XmlWriter xml = new XmlWriter().open("replaceRootVolumeTaskSet");
    for (Task each : tasks.values()) {
      boolean fits = filters.entrySet().stream().allMatch(filter -> {
        String name = filter.getKey();
        String value = name.equals("instance-id")
            ? each.vm()
            : each.tags().getOrDefault(name.replaceFirst("tag:", ""), "");
        return QueryParams.fits(filter.getValue(), value);
      });
      if (fits) {
        xml.open("item");
        row(xml, each, now);
        xml.close("item");
      }
    }
    return xml.close("replaceRootVolumeTaskSet").toString();
  }

  private static void row(XmlWriter xml, Task task, Instant now) {
    xml.put("replaceRootVolumeTaskId", task.id()).put("instanceId", task.vm());
    xml.put("taskState", now.isBefore(task.over()) ? "in-progress" : "succeeded");
    xml.put("imageId", task.image()).tags(task.tags());
  }

  List<String> of(String vm, Instant now) {
    return pictures.values().stream()
        .filter(each -> each.vm().equals(vm) && !now.isBefore(each.ready()))
        .map(Picture::id)
        .toList();
  }
}
