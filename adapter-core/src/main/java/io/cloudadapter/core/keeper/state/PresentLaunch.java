package io.cloudadapter.core.keeper.state;

import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.PoolRecord.HeldTemplate;
import io.cloudadapter.core.ledger.TemplateRecord;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.protocol.LaunchVersion;
import io.cloudadapter.core.template.TemplateDigest;
import io.cloudadapter.spi.config.ProviderConfig;
import java.util.Optional;

/**
 * What launches are made from at present: as the pool is configured, or after a rollback as an earlier version of its
 * configuration has it. Zones are always as configured.
 */
public final class PresentLaunch {
  private final KeeperConfig settings;
  private final Ledger ledger;
  private Optional<LaunchVersion> found = Optional.empty();
  private int foundFor;

  public PresentLaunch(KeeperConfig settings, Ledger ledger) {
    this.settings = settings;
    this.ledger = ledger;
  }

  /** What machines are made of; as configured if the earlier values are not stored any more. */
  public LaunchConfig launch() {
    LaunchConfig configured = settings.config().launch();
    return earlier()
        .map(version -> version.launch().toBuilder().zones(configured.zones()).build())
        .orElse(configured);
  }

  /** The image: the id to which it is resolved, or, as long as that is unknown, as configured. */
  public Optional<String> image() {
    return ledger
        .templates()
        .find(ledger.pool().profile())
        .flatMap(TemplateRecord::image)
        .or(() -> launch().image());
  }

  /** The adapter's own values. */
  public ProviderConfig template() {
    return earlier().map(LaunchVersion::template).orElse(settings.template());
  }

  /** Whether the values are there. Those of an earlier version may not be stored any more. */
  public boolean isStored() {
    return ledger.pool().held() == null || earlier().isPresent();
  }

  private Optional<LaunchVersion> earlier() {
    HeldTemplate held = ledger.pool().held();
    if (held == null) {
      return Optional.empty();
    }
    int number = ledger.pool().profile();
    if (foundFor != number) {
      found = ledger.templates().find(number).flatMap(template -> version(settings, template));
      foundFor = number;
    }
    return found;
  }

  /** The digest of the template that the configuration has, without a resolved image. */
  public static TemplateDigest configured(KeeperConfig settings) {
    return TemplateDigest.of(
        settings.config().name(), settings.config().launch(), settings.templateKey());
  }

  /**
   * Whether launches keep the earlier template, as a keeper begins. Digests under two keys show no change of the
   * configuration: so if the ledger's key is lost, no template is launched that a rollback may have rejected.
   */
  public static boolean keepsEarlier(KeeperConfig settings, Ledger ledger) {
    HeldTemplate held = ledger.pool().held();
    if (held == null) {
      return false;
    }
    TemplateDigest configured = configured(settings);
    return ledger
        .templates()
        .find(held.rejected())
        .filter(rejected -> rejected.digest().comparable(configured)
            && !rejected.isOf(configured, settings.templateKey()))
        .isEmpty();
  }

  /** What a keeper that is to begin makes machines of. */
  static LaunchConfig first(KeeperConfig settings, Ledger ledger) {
    return keepsEarlier(settings, ledger)
        ? new PresentLaunch(settings, ledger).launch()
        : settings.config().launch();
  }

  /** The newest version of the configuration that has a template. */
  public static Optional<LaunchVersion> version(KeeperConfig settings, TemplateRecord template) {
    return settings.versions().stream()
        .filter(version -> template.isOf(
            TemplateDigest.of(settings.config().name(), version.launch(), settings.templateKey()),
            settings.templateKey()))
        .findFirst();
  }
}
