package io.cloudadapter.cli.client;

import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;

/** Reads the id of an action, also as a part of its name for clients of Kubernetes, {@code reboot-<id>}. */
final class ActionIdConverter implements ITypeConverter<UUID> {
  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9]*-(.{36})");

  @Override
  public UUID convert(String text) {
    Matcher name = NAME.matcher(text);
    return HookCommands.token(name.matches() ? name.group(1) : text);
  }
}
