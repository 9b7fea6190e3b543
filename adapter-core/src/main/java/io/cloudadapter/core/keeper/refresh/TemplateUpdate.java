package io.cloudadapter.core.keeper.refresh;

import io.cloudadapter.api.Secret;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.keeper.state.PresentLaunch;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.ledger.TemplateRecord;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.template.TemplateDigest;
import java.time.Instant;
import java.util.Optional;

/**
 * Records the launch template of a pool when a keeper begins. A template that differs from the last one gets a number
 * of its own; open launches and machines keep theirs.
 */
public final class TemplateUpdate {
  private TemplateUpdate() {}

  public static void apply(KeeperConfig settings, Ledger ledger, Instant now) {
    LaunchConfig launch = settings.config().launch();
    TemplateDigest digest = PresentLaunch.configured(settings);
    PoolRecord pool = ledger.pool();
    Optional<TemplateRecord> present = ledger.templates().find(pool.profile());
    if (PresentLaunch.keepsEarlier(settings, ledger)) {
      // A rollback has rejected what is configured: launches keep the earlier template.
      recordZones(pool, launch, ledger);
      return;
    }
    if (pool.held() != null) {
      pool = pool.edit(edit -> edit.held = null);
      ledger.put(pool);
    }
    // An id of another cloud, or one that the adapter does not resolve any more, is no image.
    boolean resolves =
        settings.resolvesImages() && pool.account().equals(settings.config().account());
    boolean same = present.isPresent()
        ? present.get().isOf(digest, settings.templateKey())
            && (resolves || present.get().image().isEmpty())
        : pool.profileHash().equals(hashWithoutTemplates(launch));
    boolean sameZones = present.isEmpty() || pool.profileHash().equals(zones(launch));
    if (present.isPresent() && same && sameZones) {
      return;
    }
    int number = same ? pool.profile() : pool.profile() + 1;
    if (present.isEmpty() || !same) {
      Optional<String> image = resolves ? ledger.templates().lastImage(digest) : Optional.empty();
      ledger.put(TemplateRecord.of(number, digest, image, settings.templateKey(), now));
    }
    ledger.put(pool.edit(edit -> {
      edit.profile = number;
      edit.profileHash = zones(launch);
      if (!same || !sameZones) {
        // What failed may be what has changed: one machine is tried at once.
        edit.parkedUntil = null;
      }
    }));
  }

  private static void recordZones(PoolRecord pool, LaunchConfig launch, Ledger ledger) {
    if (!pool.profileHash().equals(zones(launch))) {
      ledger.put(pool.edit(edit -> {
        edit.profileHash = zones(launch);
        edit.parkedUntil = null;
      }));
    }
  }

  /** Marks the zones: a change of these is a new chance for launches, and no new template. */
  private static String zones(LaunchConfig launch) {
    return "zones " + String.join(",", launch.zones());
  }

  /** How versions without templates recognised a launch configuration. */
  private static String hashWithoutTemplates(LaunchConfig launch) {
    return Integer.toHexString(
        (launch.toString() + launch.userData().map(Secret::reveal).orElse("")).hashCode());
  }
}
