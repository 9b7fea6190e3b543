package io.cloudadapter.api.action;

import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** What a pool can do with one machine: a type, and parameters that fit it. */
public sealed interface Action {

  /**
   * The type's name.
   *
   * @return 1 to 40 letters and digits, the first a capital
   */
  String type();

  /**
   * The parameters, as texts.
   *
   * @return by name
   */
  Map<String, String> parameters();

  /**
   * Returns the names of the built-in types.
   *
   * @return Reboot, Restore, Snapshot, Start, Stop
   */
  static List<String> builtIn() {
    return List.of("Reboot", "Restore", "Snapshot", "Start", "Stop");
  }

  /**
   * Makes an action from its type and parameters.
   *
   * @param type the name of a type; the case of a built-in one does not matter
   * @param parameters by name
   * @return the action; a {@link Custom} one if the type is not built in
   * @throws IllegalArgumentException naming the parameter, its value and what is allowed
   */
  static Action of(String type, Map<String, String> parameters) {
    return switch (type.toLowerCase(Locale.ROOT)) {
      case "reboot" -> {
        only(type, parameters, Set.of("mode"));
        yield new Reboot(Mode.of(parameters.getOrDefault("mode", Mode.SOFT.word())));
      }
      case "snapshot" -> {
        only(type, parameters, Set.of("name"));
        yield new Snapshot(parameters.getOrDefault("name", ""));
      }
      case "restore" -> {
        only(type, parameters, Set.of("snapshot"));
        yield new Restore(parameters.getOrDefault("snapshot", ""));
      }
      case "start" -> {
        only(type, parameters, Set.of());
        yield new Start();
      }
      case "stop" -> {
        only(type, parameters, Set.of());
        yield new Stop();
      }
      default -> new Custom(type, parameters);
    };
  }

  private static void only(String type, Map<String, String> parameters, Set<String> known) {
    for (String name : parameters.keySet()) {
      if (!known.contains(name)) {
        throw new IllegalArgumentException("the parameters of " + type + " may be "
            + (known.isEmpty() ? "none" : String.join(", ", known)) + ", there was "
            + TextLimits.shown(name));
      }
    }
  }

  /** How a machine is rebooted. */
  enum Mode {
    /** The machine's operating system reboots. */
    SOFT,
    /** The machine restarts as after a power failure. */
    HARD;

    /**
     * The word for it.
     *
     * @return soft or hard
     */
    public String word() {
      return name().toLowerCase(Locale.ROOT);
    }

    static Mode of(String word) {
      return switch (word.toLowerCase(Locale.ROOT)) {
        case "soft" -> SOFT;
        case "hard" -> HARD;
        default ->
          throw new IllegalArgumentException(
              "mode must be soft or hard, was " + TextLimits.shown(word));
      };
    }
  }

  /**
   * Reboots the machine.
   *
   * @param mode how
   */
  record Reboot(Mode mode) implements Action {
    /** Checks that there is a mode. */
    public Reboot {
      Objects.requireNonNull(mode, "mode");
    }

    @Override
    public String type() {
      return "Reboot";
    }

    @Override
    public Map<String, String> parameters() {
      return Map.of("mode", mode.word());
    }
  }

  /**
   * Takes a snapshot of the machine; the result contains {@code snapshotId}, and {@code sizeInBytes} where the cloud
   * reports it.
   *
   * @param name a name or a place for the snapshot, as the cloud understands it; 0 to 255 printable characters; empty
   *     leaves it to the cloud
   */
  record Snapshot(String name) implements Action {
    /**
     * Checks the name.
     *
     * @throws IllegalArgumentException naming the value and what is allowed
     */
    public Snapshot {
      TextLimits.printable("name", name, 0, 255);
    }

    @Override
    public String type() {
      return "Snapshot";
    }

    @Override
    public Map<String, String> parameters() {
      return name.isEmpty() ? Map.of() : Map.of("name", name);
    }
  }

  /**
   * Restores the machine from a snapshot.
   *
   * @param snapshot the cloud's id of the snapshot; 1 to 255 printable characters
   */
  record Restore(String snapshot) implements Action {
    /**
     * Checks the id.
     *
     * @throws IllegalArgumentException naming the value and what is allowed
     */
    public Restore {
      TextLimits.printable("snapshot", snapshot, 1, 255);
    }

    @Override
    public String type() {
      return "Restore";
    }

    @Override
    public Map<String, String> parameters() {
      return Map.of("snapshot", snapshot);
    }
  }

  /** Starts the machine if it is stopped. */
  record Start() implements Action {
    @Override
    public String type() {
      return "Start";
    }

    @Override
    public Map<String, String> parameters() {
      return Map.of();
    }
  }

  /** Stops the machine. It stays but does not count; the pool launches another one in its place. */
  record Stop() implements Action {
    @Override
    public String type() {
      return "Stop";
    }

    @Override
    public Map<String, String> parameters() {
      return Map.of();
    }
  }

  /**
   * An action that an {@link io.cloudadapter.spi.action.ActionHandler} or an executor runs.
   *
   * @param type its name, not that of a built-in type
   * @param parameters at most 16, each with a name of 1 to 64 letters, digits, '.', '_' or '-', and a value of
   *     at most 1,024 printable characters
   */
  record Custom(String type, Map<String, String> parameters) implements Action {
    private static final Pattern TYPE = Pattern.compile("[A-Z][A-Za-z0-9]{0,39}");
    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9][A-Za-z0-9._-]{0,63}");
    private static final int MOST_PARAMETERS = 16;

    /**
     * Checks the form of the type and the parameters, and copies these.
     *
     * @throws IllegalArgumentException naming the field, its value and what is allowed
     */
    public Custom {
      if (!TYPE.matcher(type).matches()) {
        throw new IllegalArgumentException(
            "type must be 1 to 40 letters and digits, the first a capital, was "
                + TextLimits.shown(type));
      }
      if (builtIn().contains(type)) {
        throw new IllegalArgumentException("type must not be one that is built in, was " + type);
      }
      if (parameters.size() > MOST_PARAMETERS) {
        throw new IllegalArgumentException(
            "parameters must be at most " + MOST_PARAMETERS + ", were " + parameters.size());
      }
      parameters.forEach((name, value) -> {
        if (!NAME.matcher(name).matches()) {
          throw new IllegalArgumentException(
              "the name of a parameter must be 1 to 64 letters, digits," + " '.', '_' or '-', was "
                  + TextLimits.shown(name));
        }
        TextLimits.printable(name, value, 0, 1024);
      });
      parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
    }
  }
}
