package io.cloudadapter.simulation.oracle;

import static io.cloudadapter.simulation.oracle.InvariantChecker.rule;

import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.ledger.PoolRecord.HeldTemplate;
import io.cloudadapter.core.ledger.RefreshRecord;
import io.cloudadapter.core.ledger.TemplateRecord;
import io.cloudadapter.simulation.cloud.HostileCloud;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Checks resolved images (I17): a template whose image is unknown differs in no image, an image that moves amid a
 * refresh waits for its end, and in the end the launch template has the image that the cloud has.
 */
final class ImageChecker {
  private final InvariantChecker judge;
  private final HostileCloud cloud;
  private final Map<Integer, TemplateRecord> templates;

  /** With the templates that are durable, by number. */
  ImageChecker(InvariantChecker judge, HostileCloud cloud, Map<Integer, TemplateRecord> templates) {
    this.judge = judge;
    this.cloud = cloud;
    this.templates = templates;
  }

  /** Whether two templates are known to differ. */
  static boolean differ(TemplateRecord one, TemplateRecord other) {
    return !configured(one).equals(configured(other)) || haveOtherImages(one, other);
  }

  /** What a template is as configured, without the id to which its image resolves. */
  private static Map<String, String> configured(TemplateRecord template) {
    Map<String, String> fields = new HashMap<>(template.digest().fields());
    fields.remove("resolvedImage");
    return fields;
  }

  private static boolean haveOtherImages(TemplateRecord one, TemplateRecord other) {
    return one.image().isPresent()
        && other.image().isPresent()
        && !one.image().equals(other.image());
  }

  /** A template is recorded: no image is added to one whose machines were made from an image that is not known. */
  void resolves(TemplateRecord now) {
    @Nullable TemplateRecord before = templates.get(now.number());
    boolean added = before != null && before.image().isEmpty() && now.image().isPresent();
    rule(
        !added
            || !cloud.images.moves()
            || judge.present().stream()
                .noneMatch(made -> made.key() != null && made.profile() == now.number()),
        "I17",
        () -> "the image of machines that were made before is taken to be that of " + now);
  }

  /** A refresh is recorded: no image that has moved has ended it. */
  void endsNone(RefreshRecord now) {
    boolean byTemplate =
        now.reason() != null && now.reason().startsWith("the launch template has changed");
    @Nullable TemplateRecord wanted = templates.get(now.template());
    @Nullable
    TemplateRecord present =
        judge.pool().map(pool -> templates.get(pool.profile())).orElse(null);
    if (byTemplate && wanted != null && present != null) {
      rule(
          !configured(wanted).equals(configured(present)) || !haveOtherImages(wanted, present),
          "I17",
          () -> "an image that has moved ends " + now);
    }
  }

  /** What the launch template lacks when nothing goes wrong any more. */
  void unfinished(List<String> reasons) {
    Optional<String> name = judge.config().launch().image();
    @Nullable PoolRecord pool = judge.pool().orElse(null);
    if (!cloud.images.moves() || pool == null || pool.state().ends() || name.isEmpty()) {
      return;
    }
    @Nullable HeldTemplate held = pool.held();
    @Nullable
    TemplateRecord template = templates.get(held == null ? pool.profile() : held.rejected());
    // Which image a rejected template had may be unknown: then a person ends the hold.
    boolean known = template != null && (held == null || template.image().isPresent());
    Optional<String> id = Optional.of(cloud.images.resolve(name.get()));
    if (template != null && known && !template.image().equals(id)) {
      reasons.add("image " + name.get() + " is " + id.get() + " by now, not as in " + template);
    }
  }
}
