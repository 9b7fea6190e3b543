package io.cloudadapter.proof;

import io.cloudadapter.api.cloud.MachineSize;
import io.cloudadapter.api.cloud.Quota;
import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.feature.ImageResolver;
import io.cloudadapter.spi.feature.MachineSizeCatalog;
import io.cloudadapter.spi.feature.Quotas;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Chapter 12: bugs in sizes and quotas, features that the example adapter does not have. */
final class OfferFlaws {
  private static final int PAGE = 2;

  private OfferFlaws() {}

  static List<FeatureFlaw<?>> all() {
    return List.of(
        sizes(
            "MP-12.60",
            "tells of a page of sizes",
            "in truth",
            (right, call) -> right.sizes(call).stream().limit(PAGE).toList()),
        sizes("MP-12.60", "knows no size when it fails", "the sizes are []", (right, call) -> {
          try {
            return right.sizes(call);
          } catch (CloudException e) {
            return List.of();
          }
        }),
        new FeatureFlaw<>(
            AdapterMutant.of("MP-12.60", "tells memory in GiB", "in truth").drags("MP-12.71"),
            MachineSizeCatalog.class,
            right -> call -> each(
                right.sizes(call),
                size -> new MachineSize(
                    size.name(),
                    size.cpus(),
                    size.memoryMiB() / 1024,
                    size.diskGiB(),
                    size.gpus(),
                    size.zones()))),
        sizes(
            "MP-12.61",
            "offers each size in a zone too many",
            "is offered in",
            (right, call) -> each(
                right.sizes(call),
                size -> new MachineSize(
                    size.name(),
                    size.cpus(),
                    size.memoryMiB(),
                    size.diskGiB(),
                    size.gpus(),
                    Stream.concat(size.zones().stream(), Stream.of("d")).toList()))),
        quotas("MP-12.70", "knows no limit when it fails", "the quotas are", (right, call) -> {
          try {
            return right.quotas(call);
          } catch (CloudException e) {
            return List.of();
          }
        }),
        quotas(
            "MP-12.71",
            "tells the limit as what is used",
            "more must be used",
            (right, call) -> each(
                right.quotas(call),
                quota -> quota.limit().isPresent()
                    ? Quota.whole(
                        quota.name(), quota.resource(), quota.limit().getAsLong(), quota.limit())
                    : quota)),
        remembering(),
        new FeatureFlaw<>(
            AdapterMutant.of("MP-12.80", "resolves an image to its name", "resolves to"),
            ImageResolver.class,
            right -> (image, call) -> {
              String unused = right.resolve(image, call);
              return "image " + image;
            }),
        firstImage(),
        quotas(
            "MP-12.72",
            "tells what everybody may use",
            "was refused",
            (right, call) -> each(
                right.quotas(call),
                quota -> quota.limit().isPresent()
                    ? Quota.whole(
                        quota.name(), quota.resource(), quota.used(), OptionalLong.of(100_000))
                    : quota)));
  }

  /** What an adapter has read first it tells for ever. */
  private static FeatureFlaw<Quotas> remembering() {
    Map<Quotas, List<Quota>> first = new ConcurrentHashMap<>();
    return new FeatureFlaw<>(
        AdapterMutant.of("MP-12.71", "remembers what it read first", "more must be used"),
        Quotas.class,
        right -> call -> first.computeIfAbsent(right, unread -> right.quotas(call)));
  }

  /** An image that was resolved once is the same for ever. */
  private static FeatureFlaw<ImageResolver> firstImage() {
    Map<ImageResolver, Map<String, String>> first = new ConcurrentHashMap<>();
    return new FeatureFlaw<>(
        AdapterMutant.of(
            "MP-12.81", "remembers the image that it resolved first", "was given to another image"),
        ImageResolver.class,
        right -> (image, call) -> first
            .computeIfAbsent(right, unread -> new ConcurrentHashMap<>())
            .computeIfAbsent(image, name -> right.resolve(name, call)));
  }

  private static <T> List<T> each(List<T> all, UnaryOperator<T> change) {
    return new ArrayList<>(all.stream().map(change).toList());
  }

  private static FeatureFlaw<MachineSizeCatalog> sizes(
      String rule,
      String bug,
      String says,
      BiFunction<MachineSizeCatalog, CallContext, List<MachineSize>> broken) {
    return new FeatureFlaw<>(
        AdapterMutant.of(rule, bug, says),
        MachineSizeCatalog.class,
        right -> call -> broken.apply(right, call));
  }

  private static FeatureFlaw<Quotas> quotas(
      String rule, String bug, String says, BiFunction<Quotas, CallContext, List<Quota>> broken) {
    return new FeatureFlaw<>(
        AdapterMutant.of(rule, bug, says),
        Quotas.class,
        right -> call -> broken.apply(right, call));
  }
}
