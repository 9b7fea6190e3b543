package io.cloudadapter.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/** Where the members of a team live, and which ways between them can be cut. */
interface TestNetwork extends AutoCloseable {

  /** Where those who are no members, such as clients and the cloud, are seen by members. */
  String outside();

  /** The address of a member. */
  String host(String member);

  /** A command as it has to be run to be a member's. */
  List<String> within(String member, List<String> command);

  /** Cuts a member off from everybody. */
  void cut(String member);

  /** Cuts a member's ways to some others only. */
  void cut(String member, List<String> others);

  /** Mends what was cut of a member. */
  void mend(String member, List<String> others);

  @Override
  void close();

  /** Each member in a network namespace of its own, on one bridge; Linux, and for root only. */
  static TestNetwork namespaces(List<String> members) {
    return new Namespaces(members);
  }

  /** All on this machine's loopback interface, where nothing can be cut. */
  static TestNetwork loopback() {
    return new Loopback();
  }

  /** No place of its own for anybody. */
  final class Loopback implements TestNetwork {
    @Override
    public String outside() {
      return "127.0.0.1";
    }

    @Override
    public String host(String member) {
      return "127.0.0.1";
    }

    @Override
    public List<String> within(String member, List<String> command) {
      return command;
    }

    @Override
    public void cut(String member) {
      throw new UnsupportedOperationException("loopback cannot be cut");
    }

    @Override
    public void cut(String member, List<String> others) {
      throw new UnsupportedOperationException("loopback cannot be cut");
    }

    @Override
    public void mend(String member, List<String> others) {
      throw new UnsupportedOperationException("loopback cannot be cut");
    }

    @Override
    public void close() {}
  }

  /** A namespace for each. */
  final class Namespaces implements TestNetwork {
    private static final String BRIDGE = "ca-team";
    private static final String NET = "10.213.77.";

    private final List<String> members;

    Namespaces(List<String> members) {
      this.members = List.copyOf(members);
      close(); // what a run that was killed has left
      ip("link", "add", BRIDGE, "type", "bridge");
      ip("addr", "add", NET + "1/24", "dev", BRIDGE);
      ip("link", "set", BRIDGE, "up");
      for (String member : members) {
        ip("netns", "add", space(member));
        ip(
            "link",
            "add",
            way(member),
            "type",
            "veth",
            "peer",
            "name",
            "eth0",
            "netns",
            space(member));
        ip("link", "set", way(member), "master", BRIDGE, "up");
        ip("-n", space(member), "addr", "add", host(member) + "/24", "dev", "eth0");
        ip("-n", space(member), "link", "set", "eth0", "up");
        ip("-n", space(member), "link", "set", "lo", "up");
      }
    }

    private static String space(String member) {
      return "ca-team-" + member;
    }

    private static String way(String member) {
      return "ca-" + member;
    }

    @Override
    public String outside() {
      return NET + "1";
    }

    @Override
    public String host(String member) {
      return NET + (10 + members.indexOf(member));
    }

    @Override
    public List<String> within(String member, List<String> command) {
      return Stream.concat(Stream.of("ip", "netns", "exec", space(member)), command.stream())
          .toList();
    }

    @Override
    public void cut(String member) {
      ip("link", "set", way(member), "down");
    }

    @Override
    public void cut(String member, List<String> others) {
      others.forEach(
          other -> ip("-n", space(member), "route", "add", "blackhole", host(other) + "/32"));
    }

    @Override
    public void mend(String member, List<String> others) {
      ip("link", "set", way(member), "up");
      others.forEach(
          other -> tried("-n", space(member), "route", "del", "blackhole", host(other) + "/32"));
    }

    @Override
    public void close() {
      for (String member : members) {
        tried("netns", "del", space(member));
        tried("link", "del", way(member));
      }
      tried("link", "del", BRIDGE);
    }

    private static void ip(String... arguments) {
      String said = tried(arguments);
      if (!said.isEmpty()) {
        throw new AssertionError("ip " + String.join(" ", arguments) + ": " + said);
      }
    }

    /** What it complains about; nothing if it was done. */
    private static String tried(String... arguments) {
      List<String> command = new ArrayList<>(List.of("ip"));
      command.addAll(List.of(arguments));
      try {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        String said =
            new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8).strip();
        return process.onExit().join().exitValue() == 0 ? "" : said.isEmpty() ? "failed" : said;
      } catch (IOException e) {
        throw new AssertionError("there is no command ip", e);
      }
    }
  }
}
