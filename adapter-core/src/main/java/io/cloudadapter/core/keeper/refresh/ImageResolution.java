package io.cloudadapter.core.keeper.refresh;

import io.cloudadapter.api.Alarm;
import io.cloudadapter.core.keeper.state.AlarmRegistry;
import io.cloudadapter.core.keeper.state.CurrentStep;
import io.cloudadapter.core.keeper.state.ErrorText;
import io.cloudadapter.core.keeper.state.LaunchBackoff;
import io.cloudadapter.core.keeper.state.LaunchFailures;
import io.cloudadapter.core.keeper.state.PresentLaunch;
import io.cloudadapter.core.keeper.state.RetryBackoff;
import io.cloudadapter.core.ledger.Ledger;
import io.cloudadapter.core.ledger.PoolRecord;
import io.cloudadapter.core.ledger.PoolRecord.HeldTemplate;
import io.cloudadapter.core.ledger.RefreshRecord;
import io.cloudadapter.core.ledger.TemplateRecord;
import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.core.protocol.KeeperConfig;
import io.cloudadapter.core.template.TemplateDigest;
import io.cloudadapter.spi.CloudException.Kind;
import io.cloudadapter.spi.LaunchKeySupport;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Keeps the resolved image of a pool's launch template up to date: asks the cloud every few minutes to which id the
 * configured image resolves, and gives the template another number once that is another id. No launch waits for an
 * answer, and a question that fails leaves the last answer as it is.
 */
public final class ImageResolution {
  /** The longest time between two questions; the shortest is half of it. */
  private static final Duration AGAIN = Duration.ofMinutes(10);

  private static final Duration FAILING_FOR_LONG = Duration.ofHours(1);

  private final KeeperConfig settings;
  private final Ledger ledger;
  private final CurrentStep step;
  private final AlarmRegistry alarms;
  private final LaunchBackoff launchBackoff;
  private final LaunchFailures launchFailures;
  private final RetryBackoff retry = new RetryBackoff();
  private boolean asking;

  /** The digest of the template that is configured, once it is needed. */
  private @Nullable TemplateDigest digest;

  /** The last answer, until it is recorded. */
  private @Nullable String answer;

  /** Since when questions have failed, by the monotonic clock. */
  private @Nullable Long failingSince;

  public ImageResolution(
      KeeperConfig settings,
      Ledger ledger,
      CurrentStep step,
      AlarmRegistry alarms,
      LaunchBackoff launchBackoff,
      LaunchFailures launchFailures) {
    this.settings = settings;
    this.ledger = ledger;
    this.step = step;
    this.alarms = alarms;
    this.launchBackoff = launchBackoff;
    this.launchFailures = launchFailures;
  }

  /** Records the last answer, if that may be done by now, and asks again if that is due. */
  public void onStep() {
    Optional<String> image = asked();
    if (image.isEmpty()) {
      return;
    }
    String id = answer;
    if (id != null && record(image.get(), id)) {
      answer = null;
    }
    if (asking) {
      return;
    }
    if (retry.isDue(step.now())) {
      asking = true;
      step.emit(new Effect.ResolveImage(image.get()));
    } else {
      step.wakeAt(retry.at());
    }
  }

  /** The image to ask about; empty if there is none. A group of the cloud has its image in the group. */
  private Optional<String> asked() {
    boolean asks = settings.resolvesImages()
        && !settings.reads()
        && settings.profile().keySupport().kind() != LaunchKeySupport.Kind.TARGET
        && !ledger.pool().state().ends();
    return asks ? settings.config().launch().image() : Optional.empty();
  }

  public void onResolved(Event.ImageResolved event) {
    asking = false;
    if (event.id().isPresent() && event.error().isEmpty()) {
      answer = event.id().get();
      failingSince = null;
      alarms.clear(Alarm.Code.CLOUD, AlarmRegistry.Cause.IMAGE);
      // Pools that began together do not ask together.
      long half = AGAIN.toNanos() / 2;
      retry.after(step.now(), Duration.ofNanos(half + settings.random().nextLong(half + 1)));
      return;
    }
    retry.failed(step.now(), event.error().flatMap(e -> e.retryAfter()), AGAIN, settings.random());
    Long since = failingSince;
    if (since == null) {
      failingSince = step.now().nanos();
    } else if (step.now().reached(since + FAILING_FOR_LONG.toNanos())) {
      alarms.raise(
          Alarm.Code.CLOUD,
          AlarmRegistry.Cause.IMAGE,
          "the cloud has not resolved image " + event.image() + " for an hour or more, so the pool"
              + " keeps what it was last"
              + event.error().map(e -> ": " + ErrorText.of(e)).orElse(""),
          step.wall());
    }
  }

  /** A launch could not be prepared: if the reason is that its image is gone, the name may lead to another one. */
  public void onPrepared(Event.Prepared event) {
    boolean missing =
        event.error().filter(error -> error.kind() == Kind.NOT_FOUND).isPresent();
    if (missing && !retry.failing()) {
      retry.reset();
    }
  }

  /**
   * Records an answer.
   *
   * @param image the image as configured
   * @param id to what it resolves
   * @return whether it needs no record any more
   */
  private boolean record(String image, String id) {
    PoolRecord pool = ledger.pool();
    HeldTemplate held = pool.held();
    Optional<TemplateRecord> configured =
        ledger.templates().find(held == null ? pool.profile() : held.rejected());
    TemplateDigest wanted = configured();
    if (configured.isEmpty()
        || !configured.get().isOf(wanted, settings.templateKey())
        || configured.get().image().equals(Optional.of(id))) {
      return true;
    }
    if (configured.get().image().isEmpty()) {
      if (id.equals(image)) {
        // It is configured by its id, which never was another image.
        ledger.templates().unresolved(wanted).forEach(template -> resolve(template, id));
        return true;
      }
      if (!isUsed(configured.get().number())) {
        resolve(configured.get(), id);
        return true;
      }
      if (held != null) {
        return true; // The rejected template may have had this image.
      }
    }
    if (ledger.refresh().filter(RefreshRecord::active).isPresent()) {
      return false; // All machines of a refresh get one image: what comes meanwhile waits for its
      // end.
    }
    int number = pool.profile() + 1;
    ledger.atom();
    ledger.put(
        TemplateRecord.of(number, wanted, Optional.of(id), settings.templateKey(), step.wall()));
    ledger.put(pool.edit(edit -> {
      edit.profile = number;
      edit.held = null;
      edit.parkedUntil = null;
    }));
    // What failed may be what has changed.
    launchBackoff.lift();
    launchFailures.reset();
    return true;
  }

  private TemplateDigest configured() {
    TemplateDigest known = digest;
    if (known == null) {
      known = PresentLaunch.configured(settings);
      digest = known;
    }
    return known;
  }

  private void resolve(TemplateRecord template, String id) {
    ledger.put(new TemplateRecord(
        template.number(),
        template.digest().resolvedTo(id, settings.templateKey()),
        template.since(),
        id));
  }

  /** Whether a launch of the template was sent: by its name, its image is not known. */
  private boolean isUsed(int template) {
    return ledger.unresolved().stream()
            .anyMatch(launch -> launch.profile() == template && launch.attempts() > 0)
        || ledger.machines().stream()
            .anyMatch(machine -> machine.key() != null && machine.profile() == template);
  }
}
