package io.cloudadapter.junit;

import io.cloudadapter.api.MachinePool;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.simulated.SimulatedCloud;
import io.cloudadapter.simulated.SimulatedCloudBuilder;
import java.security.SecureRandom;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;
import java.util.function.Function;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionConfigurationException;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ExtensionContext.Namespace;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/**
 * A JUnit extension that gives each test a new pool on a simulated cloud, in virtual time. A test takes them as
 * parameters of type {@link TestPool}, {@link MachinePool} or {@link SimulatedCloud}:
 *
 * <pre>{@code
 * @ExtendWith(CloudAdapterExtension.class)
 * class DeploymentTest {
 *   @Test
 *   void growsByLostReplies(TestPool test) {
 *     test.faults().rate(RequestKind.LAUNCH, CloudFault.LOSE_REPLY, 0.5);
 *     test.pool().setDesiredSize(10);
 *     test.settle();
 *     assertEquals(10, test.cloud().created().size());
 *   }
 * }
 * }</pre>
 *
 * <p>Without settings the pool is called {@code pool} and has at most 100 machines. {@link #builder} chooses others,
 * in a field with {@code @RegisterExtension} in place of the annotation of the class.
 *
 * <p>Each test draws a seed, from which all chance follows. If the test fails, its error has a suppressed one that
 * names the seed; {@code -Dcloudadapter.seed=SEED} repeats the test with it. JUnit's configuration parameter of the
 * same name does so, too.
 *
 * <p>Tests may run side by side: each has its own pool, cloud and time.
 */
public final class CloudAdapterExtension
    implements BeforeEachCallback, AfterEachCallback, ParameterResolver {
  private static final String SEED = "cloudadapter.seed";
  private static final Namespace NAMESPACE = Namespace.create(CloudAdapterExtension.class);
  private static final Map<Class<?>, Function<TestPool, Object>> PARAMETERS = Map.of(
      TestPool.class, test -> test,
      MachinePool.class, TestPool::pool,
      SimulatedCloud.class, TestPool::cloud);

  private final PoolConfig config;
  private final Consumer<? super SimulatedCloudBuilder> cloud;
  private final OptionalLong seed;

  /** Makes the extension with its default settings, as JUnit does for {@code @ExtendWith}. */
  public CloudAdapterExtension() {
    this(builder());
  }

  private CloudAdapterExtension(Builder builder) {
    this.config = builder.pool;
    this.cloud = builder.cloud;
    this.seed = builder.seed;
  }

  /**
   * Begins the settings of an extension.
   *
   * @return a builder
   */
  public static Builder builder() {
    return new Builder();
  }

  @Override
  public void beforeEach(ExtensionContext context) {
    long chosen = seed(context);
    context.publishReportEntry(SEED, Long.toString(chosen));
    ExtensionContext.Store store = context.getStore(NAMESPACE);
    if (store.get(TestPool.class) != null) {
      throw new ExtensionConfigurationException(
          "a test has one CloudAdapterExtension: register it by @ExtendWith or by"
              + " @RegisterExtension, not by both");
    }
    store.put(TestPool.class, new TestPool(config, cloud, chosen));
  }

  private long seed(ExtensionContext context) {
    Optional<String> text = context.getConfigurationParameter(SEED);
    if (text.isEmpty()) {
      return seed.orElseGet(() -> new SecureRandom().nextInt(Integer.MAX_VALUE));
    }
    try {
      return Long.decode(text.get());
    } catch (NumberFormatException e) {
      throw new ExtensionConfigurationException(
          SEED + " must be a whole number, was " + text.get(), e);
    }
  }

  @Override
  public void afterEach(ExtensionContext context) {
    TestPool test = context.getStore(NAMESPACE).remove(TestPool.class, TestPool.class);
    if (test == null) {
      return;
    }
    context
        .getExecutionException()
        .ifPresent(failure -> failure.addSuppressed(
            new AssertionError("repeat this test with -D" + SEED + "=" + test.seed())));
    test.close();
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return PARAMETERS.containsKey(parameter.getParameter().getType());
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    TestPool test = context.getStore(NAMESPACE).get(TestPool.class, TestPool.class);
    if (test == null) {
      throw new ExtensionConfigurationException("a pool belongs to one test: take it as a parameter"
          + " of the test or of a method with @BeforeEach or @AfterEach");
    }
    return Objects.requireNonNull(PARAMETERS.get(parameter.getParameter().getType()))
        .apply(test);
  }

  /**
   * Builds an extension with settings of your own.
   *
   * <pre>{@code
   * CloudAdapterExtension extension = CloudAdapterExtension.builder()
   *     .pool(PoolConfig.named("workers", "test", 20).initialSize(3).build())
   *     .cloud(cloud -> cloud.zones(List.of("a", "b")).bootTime(Duration.ofMinutes(2)))
   *     .build();
   * }</pre>
   *
   * <p>One thread at a time may use it.
   */
  public static final class Builder {
    private PoolConfig pool = PoolConfig.named("pool", "test", 100).build();
    private Consumer<? super SimulatedCloudBuilder> cloud = usual -> {};
    private OptionalLong seed = OptionalLong.empty();

    private Builder() {}

    /**
     * Sets how the pool is kept.
     *
     * @param config the pool; its account may have any name
     * @return this builder
     */
    public Builder pool(PoolConfig config) {
      pool = Objects.requireNonNull(config, "config");
      return this;
    }

    /**
     * Changes the cloud of each test.
     *
     * @param settings called once for each test, with the builder of its cloud
     * @return this builder
     */
    public Builder cloud(Consumer<? super SimulatedCloudBuilder> settings) {
      cloud = Objects.requireNonNull(settings, "settings");
      return this;
    }

    /**
     * Sets the seed of all chance. {@code -Dcloudadapter.seed} goes before it.
     *
     * @param value any number; each test draws one unless given
     * @return this builder
     */
    public Builder seed(long value) {
      seed = OptionalLong.of(value);
      return this;
    }

    /**
     * Makes the extension.
     *
     * @return the extension, for a field with {@code @RegisterExtension}
     */
    public CloudAdapterExtension build() {
      return new CloudAdapterExtension(this);
    }
  }
}
