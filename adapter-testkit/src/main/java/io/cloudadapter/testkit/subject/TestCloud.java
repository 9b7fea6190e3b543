package io.cloudadapter.testkit.subject;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.testkit.wire.ErrorDialect;
import io.cloudadapter.testkit.wire.FaultProxy;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.net.ssl.SSLContext;

/**
 * A cloud to certify an adapter against: a fake in this process, an emulator, or a real one. Each run of
 * each rule gets one of its own, empty and untroubled.
 */
public interface TestCloud extends AutoCloseable {

  /**
   * The configuration of an account that reaches this cloud. Every address in it goes through the fault proxy,
   * so that the kit sees, and can spoil, each exchange.
   *
   * @param wire gives the address to use instead of the cloud's own
   * @return values for the adapter's {@link io.cloudadapter.spi.MachineProviderFactory#config}
   */
  Map<String, String> config(FaultProxy wire);

  /**
   * The configuration of an account that reaches this cloud by HTTPS, where {@link #config} does by plain HTTP: with
   * addresses of {@link FaultProxy#secured}, and {@link FaultProxy#authority} as the trusted authority. With it the
   * kit tries whether an adapter accepts a certificate of an unknown authority; without it that rule stays untested.
   *
   * @param wire gives the address to use instead of the cloud's own
   * @return values as those of {@link #config}; none unless overridden
   */
  default Optional<Map<String, String>> securedConfig(FaultProxy wire) {
    return Optional.empty();
  }

  /**
   * A launch that works here.
   *
   * @return what the kit launches
   */
  SampleLaunch sample();

  /**
   * How this cloud words its errors, for those that the fault proxy makes up.
   *
   * @return the dialect; plain unless overridden
   */
  default ErrorDialect dialect() {
    return ErrorDialect.plain();
  }

  /**
   * What the fault proxy trusts when it forwards to this cloud by HTTPS, for a cloud with an authority of its own.
   *
   * @return what to trust; empty for what this Java trusts
   */
  default Optional<SSLContext> trust() {
    return Optional.empty();
  }

  /**
   * The errors that the cloud documents, each of which the fault proxy then answers with.
   *
   * @return the table; empty if there is none
   */
  default List<ErrorCase> errors() {
    return List.of();
  }

  /**
   * The cloud's back door.
   *
   * @return the console, if there is one
   */
  default Optional<TestCloudConsole> console() {
    return Optional.empty();
  }

  /**
   * Returns whether tags can be changed here on the condition that no other client has changed them meanwhile.
   * Without that, two pools that mark one machine at the same moment may both succeed, with any adapter; the kit then
   * does not try it.
   *
   * @return true unless overridden
   */
  default boolean changesTagsOnCondition() {
    return true;
  }

  /**
   * Whether long lists come in pages. Where they do, the pages of a fake should hold fewer than ten machines,
   * or rules on pages stay untested.
   *
   * @return true unless overridden
   */
  default boolean listsInPages() {
    return true;
  }

  /**
   * Whether this cloud gives each request a name, in a header or in the body of its reply. Where it does, the replies
   * of {@link #errors} have one, and {@link ErrorDialect#requestId} finds it, or the rule on it stays untested.
   *
   * @return true unless overridden
   */
  default boolean namesRequests() {
    return true;
  }

  /**
   * Returns whether this cloud does a reboot, snapshot or restore only once if it gets two requests with one token.
   * Without such tokens no adapter can use them; the kit then does not try it.
   *
   * @return false unless overridden
   */
  default boolean knowsActionTokens() {
    return false;
  }

  /**
   * Where load balancers are made.
   *
   * @return a region of the cloud; {@code default} unless overridden
   */
  default String region() {
    return "default";
  }

  /**
   * What the cloud calls a machine where hosts of load balancers and targets of routes are named.
   *
   * @param machine which
   * @return its name; its id unless overridden
   */
  default String nameOf(MachineId machine) {
    return machine.value();
  }

  /**
   * Where faults strike without a wire.
   *
   * @return the fault point, for an adapter without a wire
   */
  default Optional<FaultHook> faultPoint() {
    return Optional.empty();
  }

  /**
   * The secrets in the configuration, none of which may ever show.
   *
   * @return the texts
   */
  default List<String> secrets() {
    return List.of();
  }

  /**
   * The files and folders in the temporary and the working directory that belong to this cloud. The kit looks in all
   * others for secrets that the adapter leaves there (MP-1.10); an emulator may keep the same secrets in files of its
   * own.
   *
   * @return absolute paths; none unless overridden
   */
  default Set<Path> files() {
    return Set.of();
  }

  /** Ends the cloud. */
  @Override
  void close();
}
