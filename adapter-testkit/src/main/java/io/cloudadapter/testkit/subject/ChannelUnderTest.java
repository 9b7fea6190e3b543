package io.cloudadapter.testkit.subject;

import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.testkit.rule.RuleBook;
import io.cloudadapter.testkit.rule.Waiver;
import java.time.Duration;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;

/**
 * A hook channel to certify, and what it is tried on. Never changes; each method gives another subject.
 */
public final class ChannelUnderTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  private final Supplier<? extends HookChannel> channels;
  private final Supplier<? extends TestReceiver> receivers;
  private final String mode;
  private final String version;
  private final List<Waiver> waivers;
  private final Duration patience;

  private ChannelUnderTest(
      Supplier<? extends HookChannel> channels,
      Supplier<? extends TestReceiver> receivers,
      String mode,
      String version,
      List<Waiver> waivers,
      Duration patience) {
    this.channels = channels;
    this.receivers = receivers;
    this.mode = mode;
    this.version = version;
    this.waivers = List.copyOf(waivers);
    this.patience = patience;
  }

  /**
   * A channel.
   *
   * @param channels makes one, as each process would; the kit closes it
   * @param receivers makes a far end for each run; the kit closes it
   * @return the subject, of mode {@code fake}
   */
  public static ChannelUnderTest of(
      Supplier<? extends HookChannel> channels, Supplier<? extends TestReceiver> receivers) {
    return new ChannelUnderTest(channels, receivers, "fake", "", List.of(), PATIENCE);
  }

  /**
   * What kind of receiver that is; the certificate tells.
   *
   * @param value {@code fake} or {@code emulator}
   * @return another subject
   */
  public ChannelUnderTest mode(String value) {
    return new ChannelUnderTest(channels, receivers, value, version, waivers, patience);
  }

  /**
   * The channel's own version, for the certificate.
   *
   * @param value any text
   * @return another subject
   */
  public ChannelUnderTest version(String value) {
    return new ChannelUnderTest(channels, receivers, mode, value, waivers, patience);
  }

  /**
   * Admits that a rule is broken.
   *
   * @param rule the rule's id
   * @param why the reason
   * @param until the last day on which that counts
   * @return another subject
   * @throws IllegalArgumentException if there is no such rule for channels
   */
  public ChannelUnderTest waives(String rule, String why, LocalDate until) {
    List<Waiver> more = new ArrayList<>(waivers);
    more.add(new Waiver(RuleBook.channels().rule(rule).id(), why, until));
    return new ChannelUnderTest(channels, receivers, mode, version, more, patience);
  }

  /**
   * How long a run may take by a real clock before the channel counts as hanging.
   *
   * @param value above 0; 30 seconds unless said
   * @return another subject
   */
  public ChannelUnderTest patience(Duration value) {
    return new ChannelUnderTest(channels, receivers, mode, version, waivers, value);
  }

  public HookChannel channel() {
    return channels.get();
  }

  public TestReceiver receiver() {
    return receivers.get();
  }

  public String mode() {
    return mode;
  }

  public String version() {
    return version;
  }

  public List<Waiver> waivers() {
    return waivers;
  }

  public Duration patience() {
    return patience;
  }
}
