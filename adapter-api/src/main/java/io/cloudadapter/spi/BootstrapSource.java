package io.cloudadapter.spi;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Secret;
import io.cloudadapter.api.hook.LifecycleHook;
import java.util.Map;
import java.util.Set;

/**
 * Makes values for one launch, which its machine finds in its user data: a key to a cluster, for example. They stand
 * there in place of placeholders, {@code {{name}}}. A {@link HookChannel} may have a source; the target of a hook asks
 * for it.
 *
 * <p>Several threads may call it at once. The values become part of the launch's prepared request, so that each
 * sending has the same ones; the core keeps them encrypted. They are no part of the launch template.
 */
public interface BootstrapSource {

  /**
   * Returns how a placeholder stands in user data.
   *
   * @param name its name
   * @return the name in double braces
   */
  static String placeholder(String name) {
    return "{{" + name + "}}";
  }

  /**
   * Returns which key of a hook's target asks for values. Errors name it.
   *
   * @return the name of the key
   */
  String parameter();

  /**
   * Returns all placeholders of this source. User data that has one is refused where no hook asks for values, as is a
   * name that is nearly one of these.
   *
   * @return their names without braces
   */
  Set<String> placeholders();

  /**
   * Returns the placeholders for which a hook has values. Does no I/O.
   *
   * @param hook a sound hook of this channel
   * @return some or all of {@link #placeholders()}; empty if the hook's target asks for no values
   */
  Set<String> placeholders(LifecycleHook hook);

  /**
   * Makes the values of one launch. The core asks again for a launch that was not sent yet, after an error or a
   * restart; then earlier values may be returned, and none is left behind that stays valid for long.
   *
   * @param hook a hook whose placeholders are not empty
   * @param pool the pool
   * @param key the key of the launch, the same each time
   * @param call deadline and cancellation of this call
   * @return a value for each placeholder of the hook
   * @throws CloudException if there are none; nothing is sent then, and the core asks again at growing intervals. Its
   *     text contains no value
   */
  Map<String, Secret> values(LifecycleHook hook, PoolName pool, LaunchKey key, CallContext call);
}
