package io.cloudadapter.simulation.cloud;

import io.cloudadapter.core.protocol.Effect;
import io.cloudadapter.core.protocol.Event;
import io.cloudadapter.simulation.engine.SeededRandom;
import io.cloudadapter.simulation.fault.FaultKind;
import io.cloudadapter.spi.CloudException;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The images of the hostile cloud. Unless {@link #move} was called, each name is an id. From then on names lead to ids,
 * and to others from time to time; an id is its name with a number.
 */
public final class ImageBehavior {
  private final HostileCloud cloud;
  private final Map<String, Integer> versions = new HashMap<>();
  private @Nullable SeededRandom dice;

  ImageBehavior(HostileCloud cloud) {
    this.cloud = cloud;
  }

  /** Has names move from now on, as the dice fall. */
  public void move(SeededRandom random) {
    dice = random;
  }

  public boolean moves() {
    return dice != null;
  }

  /** Some day one of these names leads to another image, mostly to a new one. */
  public void happen(String name) {
    SeededRandom random = dice;
    if (random != null && random.chance(0.2)) {
      int now = versions.getOrDefault(name, 0);
      boolean back = now > 0 && random.chance(0.2);
      versions.put(name, back ? now - 1 : now + 1);
      cloud.chronicle.tell("cloud", () -> "image " + name + " is " + resolve(name));
    }
  }

  /** The id of an image of this name, or of this id. */
  public String resolve(String image) {
    return moves() && !isId(image) ? image + "." + versions.getOrDefault(image, 0) : image;
  }

  /** The name under which an image is configured. */
  public String name(String image) {
    return isId(image) ? image.substring(0, image.lastIndexOf('.')) : image;
  }

  private static boolean isId(String image) {
    return image.indexOf('.') >= 0;
  }

  void resolve(
      Effect.ResolveImage ask,
      HostileCloud.Line line,
      Consumer<Event> hears,
      Optional<CloudException> away) {
    Optional<CloudException> error = away.isPresent()
        ? away
        : cloud.faults.strikes(FaultKind.LIST_FAILS)
            ? Optional.of(cloud.riddle())
            : Optional.empty();
    String id = resolve(ask.image());
    cloud.reply(
        hears,
        line,
        cloud.callTime(),
        () -> new Event.ImageResolved(
            ask.image(), error.isPresent() ? Optional.empty() : Optional.of(id), error));
  }
}
