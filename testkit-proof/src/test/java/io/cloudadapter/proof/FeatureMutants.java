package io.cloudadapter.proof;

import java.util.List;
import java.util.stream.Stream;

/** Chapter 9: features. */
final class FeatureMutants {
  private FeatureMutants() {}

  static List<AdapterMutant> all() {
    return Stream.of(features(), adoption(), labels()).flatMap(List::stream).toList();
  }

  private static List<AdapterMutant> features() {
    return List.of(
        AdapterMutant.of("MP-9.1", "has not the labels that it claims", "Labeling is claimed")
            .edit("LarchProvider", """
                type == Adoption.class || type == Labeling.class
                """, """
                type == Adoption.class
                """),
        AdapterMutant.of("MP-9.1", "has not the snapshots that it claims", "Snapshots is claimed")
            .edit("LarchProvider", """
                type == Reboot.class || type == Snapshots.class || type == StartStop.class
                """, """
                type == Reboot.class || type == StartStop.class
                """),
        AdapterMutant.of("MP-9.2", "has an answer to every question", "has an answer for a type")
            .drags("MP-9.1")
            .edit("LarchProvider", """
                return acts ? Optional.of(type.cast(actions)) : Optional.empty();
                """, """
                return acts || !type.isInstance(actions) ? Optional.of((F) actions) : Optional.empty();
                """));
  }

  private static List<AdapterMutant> adoption() {
    return List.of(
        AdapterMutant.of(
                "MP-9.10", "leaves the launch key on a machine that it marks", "carries the marks")
            .edit("LarchTags", """
                now.tags().keySet().removeAll(MARKS);
                now.tags().putAll(marks.toTags());
                """, """
                now.tags().putAll(marks.toTags());
                """),
        AdapterMutant.of("MP-9.11", "marks what belongs to others", "FOREIGN")
            .edit("LarchTags", """
                checkNotForeign(machine, now.tags(), marks);
                """, ""),
        AdapterMutant.of(
                "MP-9.11",
                "writes marks over what has changed since it looked",
                "two pools have marked one machine, while exchange 1")
            .drags("MP-9.15", "MP-9.20")
            .edit("LarchTags", """
                LarchRequest request = new LarchRequest(
                    RequestKind.MARK,
                """, """
                String latest = api.exchange(
                        LarchRequest.get("/v1/machines/" + machine.value()), call)
                    .etag()
                    .orElse(wanted.version());
                LarchRequest request = new LarchRequest(
                    RequestKind.MARK,
                """)
            .edit("LarchTags", """
                Map.of("If-Match", wanted.version())
                """, """
                Map.of("If-Match", latest)
                """),
        AdapterMutant.of("MP-9.12", "marks what is not there", "NOT_FOUND")
            .edit("LarchTags", """
                Tagged now = read(machine, call).orElseThrow(() -> notFound(machine));
                checkNotForeign
                """, """
                if (read(machine, call).isEmpty()) {
                  return;
                }
                Tagged now = read(machine, call).orElseThrow(() -> notFound(machine));
                checkNotForeign
                """),
        AdapterMutant.of(
                "MP-9.13", "calls it a conflict that a machine is attached already", "CONFLICT")
            .edit("LarchTags", """
                now.tags().keySet().removeAll(MARKS);
                now.tags().putAll(marks.toTags());
                """, """
                if (now.tags().entrySet().containsAll(marks.toTags().entrySet())
                    && !now.tags().containsKey(OwnershipMarks.KEY_TAG)) {
                  throw CloudException.of(Kind.CONFLICT, Effect.NONE, "is attached already").build();
                }
                now.tags().keySet().removeAll(MARKS);
                now.tags().putAll(marks.toTags());
                """),
        AdapterMutant.of("MP-9.14", "wipes other tags when it marks", "tag")
            .edit("LarchTags", """
                now.tags().keySet().removeAll(MARKS);
                now.tags().putAll
                """, """
                now.tags().clear();
                now.tags().putAll
                """),
        AdapterMutant.of("MP-9.14", "wipes other tags when it takes marks off", "tag")
            .drags("MP-9.15")
            .edit("LarchTags", """
                now.get().tags().keySet().removeAll(MARKS);
                """, """
                now.get().tags().clear();
                """),
        AdapterMutant.of("MP-9.15", "leaves the launch key when it takes marks off", "marks")
            .edit("LarchTags", """
                now.get().tags().keySet().removeAll(MARKS);
                """, """
                now.get().tags().remove(OwnershipMarks.POOL_TAG);
                now.get().tags().remove(OwnershipMarks.INCARNATION_TAG);
                """),
        AdapterMutant.of(
                "MP-9.15",
                "takes a conflict for a mark that is off",
                "although the tags had changed")
            .edit("LarchTags", """
                now.get().tags().keySet().removeAll(MARKS);
                write(machine, now.get(), call);
                """, """
                now.get().tags().keySet().removeAll(MARKS);
                try {
                  write(machine, now.get(), call);
                } catch (CloudException e) {
                  if (e.kind() != Kind.CONFLICT) {
                    throw e;
                  }
                }
                """),
        AdapterMutant.of(
                "MP-9.15",
                "takes a look-up that was not found or denied for a machine that is gone",
                "unmark returned with the marks still on")
            .edit("LarchTags", """
                Optional<Tagged> now = read(machine, call);
                if (now.isPresent()) {
                """, """
                Optional<Tagged> now;
                try {
                  now = read(machine, call);
                } catch (CloudException e) {
                  if (!String.valueOf(e.getMessage()).contains(" 404") && e.kind() != Kind.DENIED) {
                    throw e;
                  }
                  now = Optional.empty();
                }
                if (now.isPresent()) {
                """),
        AdapterMutant.of(
                "MP-9.15",
                "takes marks off over what has changed since it looked",
                "unmark wrote over a label")
            .edit("LarchTags", """
                now.get().tags().keySet().removeAll(MARKS);
                write(machine, now.get(), call);
                """, """
                now.get().tags().keySet().removeAll(MARKS);
                String latest = read(machine, call).map(Tagged::version).orElse("");
                write(machine, new Tagged(now.get().tags(), latest), call);
                """),
        AdapterMutant.of("MP-9.16", "takes off marks that belong to others", "FOREIGN")
            .edit("LarchTags", """
                checkNotForeign(machine, now.get().tags(), marks);
                """, ""));
  }

  private static List<AdapterMutant> labels() {
    return List.of(
        AdapterMutant.of("MP-9.20", "replaces all tags by labels", "has the tags")
            .drags("MP-9.22")
            .edit("LarchTags", """
                now.tags().putAll(labels);
                """, """
                now.tags().clear();
                now.tags().putAll(labels);
                """),
        AdapterMutant.of(
                "MP-9.20", "labels over what has changed since it looked", "not all are there")
            .edit("LarchTags", """
                now.tags().putAll(labels);
                if (!write(machine, now, call)) {
                """, """
                now.tags().putAll(labels);
                String latest = read(machine, call).map(Tagged::version).orElse("");
                if (!write(machine, new Tagged(now.tags(), latest), call)) {
                """),
        AdapterMutant.of("MP-9.21", "labels what is not there", "NOT_FOUND")
            .edit("LarchTags", """
                Tagged now = read(machine, call).orElseThrow(() -> notFound(machine));
                now.tags().putAll(labels);
                """, """
                if (read(machine, call).isEmpty()) {
                  return;
                }
                Tagged now = read(machine, call).orElseThrow(() -> notFound(machine));
                now.tags().putAll(labels);
                """),
        AdapterMutant.of("MP-9.22", "refuses labels that are there already", "label")
            .edit("LarchTags", """
                now.tags().putAll(labels);
                """, """
                if (now.tags().entrySet().containsAll(labels.entrySet())) {
                  throw LarchLimits.invalid("the labels are there already");
                }
                now.tags().putAll(labels);
                """));
  }
}
