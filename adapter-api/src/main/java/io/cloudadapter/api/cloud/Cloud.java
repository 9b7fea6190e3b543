package io.cloudadapter.api.cloud;

import io.cloudadapter.spi.CallContext;
import java.util.function.BiFunction;

/**
 * One account of a cloud, for requests to its optional features.
 *
 * <pre>{@code
 * Cloud cloud = adapter.cloud("demo").orElseThrow();
 * List<Instance> all = cloud.ask(Instances.class, Instances::all);
 * cloud.change(LoadBalancers.class, (balancers, call) -> balancers.ensure(spec, call));
 * }</pre>
 *
 * Each request is one call of the adapter, with the account's time-out, rate limit and threads, beside those of the
 * pools. The library repeats nothing; the caller decides what follows an error. Any number of threads may use it at
 * once.
 */
public interface Cloud {

  /**
   * Returns the account's name.
   *
   * @return the name from the configuration
   */
  String account();

  /**
   * Returns the name of the account's adapter.
   *
   * @return for example {@code simulated}
   */
  String provider();

  /**
   * Returns whether the adapter has a feature.
   *
   * @param feature for example {@link io.cloudadapter.spi.feature.Routes}
   * @return the same at each call, without I/O
   */
  boolean has(Class<?> feature);

  /**
   * Reads through a feature, and waits for the answer.
   *
   * @param feature the feature's type
   * @param question calls the feature once, on another thread; must not return null
   * @param <F> the feature
   * @param <T> the answer
   * @return the answer
   * @throws io.cloudadapter.spi.CloudException if the adapter lacks the feature (UNSUPPORTED), or as the feature
   *     says
   */
  <F, T> T ask(Class<F> feature, BiFunction<? super F, CallContext, T> question);

  /**
   * Changes something through a feature, and waits until the cloud has accepted the change.
   *
   * @param feature the feature's type
   * @param change calls the feature once, on another thread; must not return null
   * @param <F> the feature
   * @param <T> the answer
   * @return the answer
   * @throws io.cloudadapter.spi.CloudException if the adapter lacks the feature (UNSUPPORTED), or as the feature
   *     says; with effect UNKNOWN the change may have happened
   */
  <F, T> T change(Class<F> feature, BiFunction<? super F, CallContext, T> change);
}
