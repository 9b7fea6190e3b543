package io.cloudadapter.api.cloud;

import io.cloudadapter.spi.CallContext;
import java.util.function.BiFunction;

/**
 * One account of a cloud, to be asked for what its adapter can beside keeping machines.
 *
 * <pre>{@code
 * Cloud cloud = adapter.cloud("demo").orElseThrow();
 * List<Instance> all = cloud.ask(Instances.class, Instances::all);
 * cloud.change(LoadBalancers.class, (balancers, call) -> balancers.ensure(spec, call));
 * }</pre>
 *
 * Each question is one call of the adapter, under the account's time-out, budget and threads, beside those of
 * the pools. Nothing is repeated: whoever gets an error decides. Safe for use by any number of threads.
 */
public interface Cloud {

  /**
   * The account's name.
   *
   * @return as configured
   */
  String account();

  /**
   * The name of its adapter.
   *
   * @return such as {@code simulated}
   */
  String provider();

  /**
   * Whether the adapter has a feature.
   *
   * @param feature such as {@link io.cloudadapter.spi.feature.Routes}
   * @return the same at each call, without I/O
   */
  boolean has(Class<?> feature);

  /**
   * Asks without changing anything. Waits for the answer.
   *
   * @param feature which feature
   * @param question calls it, once, on another thread; answers without null
   * @param <F> the feature
   * @param <T> the answer
   * @return the answer
   * @throws io.cloudadapter.spi.CloudException if the adapter lacks the feature (UNSUPPORTED), or as the feature
   *     says
   */
  <F, T> T ask(Class<F> feature, BiFunction<? super F, CallContext, T> question);

  /**
   * Asks for a change. Waits until the cloud has accepted it.
   *
   * @param feature which feature
   * @param change calls it, once, on another thread; answers without null
   * @param <F> the feature
   * @param <T> the answer
   * @return the answer
   * @throws io.cloudadapter.spi.CloudException if the adapter lacks the feature (UNSUPPORTED), or as the feature
   *     says; after effect UNKNOWN it may have changed all the same
   */
  <F, T> T change(Class<F> feature, BiFunction<? super F, CallContext, T> change);
}
