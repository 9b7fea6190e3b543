package io.cloudadapter.core.bootstrap;

import io.cloudadapter.api.action.Action;
import io.cloudadapter.spi.action.ActionHandler;
import io.cloudadapter.spi.config.ConfigError;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.TreeMap;

/** The handlers of custom types of actions: those given explicitly, and those of libraries on the path. */
public final class ActionHandlerRegistry {
  private final Map<String, ActionHandler> byType = new TreeMap<>();
  private final List<ActionHandler> open = new ArrayList<>();
  private final List<ConfigError> faults = new ArrayList<>();

  /** With given ones, which are not closed with these if others are to use them afterwards. */
  ActionHandlerRegistry(List<ActionHandler> given, boolean closesGiven) {
    given.forEach(this::add);
    if (!closesGiven) {
      open.clear();
    }
    for (ActionHandler found : ServiceLoader.load(ActionHandler.class)) {
      if (given.stream().noneMatch(known -> known.type().equals(found.type()))) {
        add(found);
      }
    }
  }

  private void add(ActionHandler handler) {
    open.add(handler);
    String type = handler.type();
    Optional<String> problem = SpiVersionCheck.problem("the handler of actions " + type, handler);
    if (problem.isPresent()) {
      faults.add(new ConfigError("actions." + type, problem.get()));
      return;
    }
    try {
      Action.Custom wellNamed = new Action.Custom(type, Map.of());
      if (byType.putIfAbsent(wellNamed.type(), handler) != null) {
        faults.add(new ConfigError("actions." + type, "is done by two libraries"));
      }
    } catch (IllegalArgumentException wrong) {
      faults.add(new ConfigError(
          "actions", handler.getClass().getName() + ": " + String.valueOf(wrong.getMessage())));
    }
  }

  List<ConfigError> faults() {
    return List.copyOf(faults);
  }

  public Map<String, ActionHandler> all() {
    return Map.copyOf(byType);
  }

  public void close() {
    open.forEach(ActionHandler::close);
  }
}
