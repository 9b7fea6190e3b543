package io.cloudadapter.aws.asg;

import io.cloudadapter.aws.client.AwsErrorClassifier;
import io.cloudadapter.aws.client.FormEncoding;
import io.cloudadapter.spi.LaunchSpec;
import io.cloudadapter.spi.LaunchSpec.Market;
import io.cloudadapter.spi.OwnershipMarks;
import io.cloudadapter.spi.PreparedLaunch;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.Optional;

/**
 * Which group is raised, and the marks that it hands on to its machines. All else is the group's own: sizes, image,
 * market, network, user data and further tags are those of its launch template.
 */
record AsgLaunchRequest(String group, Map<String, String> tags) {
  private static final String VERSION = "1";

  AsgLaunchRequest {
    tags = Map.copyOf(tags);
  }

  /** Refuses what the group itself determines. */
  static AsgLaunchRequest of(LaunchSpec spec, String group) {
    spec.zone().ifPresent(zone -> refuse("zone", zone));
    spec.size().ifPresent(size -> refuse("size", size));
    spec.image().ifPresent(image -> refuse("image", image));
    if (spec.userData().isPresent()) {
      throw AwsErrorClassifier.unsupported("user data is that of the group's launch template");
    }
    if (spec.market() != Market.ON_DEMAND) {
      refuse("market", spec.market().name());
    }
    if (!spec.tags().isEmpty()) {
      throw AwsErrorClassifier.unsupported(
          "tags are those of the Auto Scaling group, were " + spec.tags());
    }
    return new AsgLaunchRequest(
        group, new OwnershipMarks(spec.pool(), spec.incarnation(), Optional.empty()).toTags());
  }

  private static void refuse(String what, String value) {
    throw AwsErrorClassifier.unsupported(
        "the " + what + " of a machine is chosen by its Auto Scaling group, was " + value);
  }

  PreparedLaunch freeze() {
    FormEncoding form =
        new FormEncoding().put("v", VERSION).put("group", group).putAll("tag", tags);
    return PreparedLaunch.of(form.text().getBytes(StandardCharsets.UTF_8));
  }

  static AsgLaunchRequest thaw(PreparedLaunch frozen) {
    try {
      FormEncoding form = FormEncoding.of(new String(frozen.bytes(), StandardCharsets.UTF_8));
      Map<String, String> tags = form.under("tag");
      if (form.get("v").equals(Optional.of(VERSION))
          && form.get("group").isPresent()
          && tags.containsKey(OwnershipMarks.POOL_TAG)) {
        return new AsgLaunchRequest(form.get("group").get(), tags);
      }
    } catch (IllegalArgumentException e) {
      // As every other foreign machine.
    }
    throw AwsErrorClassifier.invalid("a frozen request that this adapter cannot read");
  }
}
