package io.cloudadapter.core.ledger;

import io.cloudadapter.api.MachineId;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The id of a pending launch's machine for readers, before its real id is known.
 *
 * @param key the launch key of its promise
 * @param slot its place in the promise, from 0
 */
public record PlaceholderId(String key, int slot) {
  private static final Pattern FORM = Pattern.compile("req-([a-z0-9]{27})-(0|[1-9][0-9]{0,8})");

  /** The placeholder that an id names, if it has that form. */
  public static Optional<PlaceholderId> of(MachineId id) {
    Matcher matcher = FORM.matcher(id.value());
    return matcher.matches()
        ? Optional.of(new PlaceholderId(matcher.group(1), Integer.parseInt(matcher.group(2))))
        : Optional.empty();
  }

  /** The id that a reader sees for a promised machine. */
  public static MachineId id(LaunchRecord launch, int slot) {
    return new MachineId("req-" + launch.key() + "-" + slot);
  }
}
