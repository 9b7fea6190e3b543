package io.cloudadapter.core;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.QuarantineDecision;
import io.cloudadapter.api.ServiceState;
import io.cloudadapter.api.WriteOptions;
import io.cloudadapter.api.action.Action;
import io.cloudadapter.api.action.ActionProgress;
import io.cloudadapter.api.action.ActionRequest;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.scaling.AdjustmentType;
import io.cloudadapter.api.scaling.DeletionCriteria;
import io.cloudadapter.api.scaling.DeletionPolicy;
import io.cloudadapter.api.scaling.Policy;
import io.cloudadapter.api.scaling.PolicySelector;
import io.cloudadapter.api.scaling.ResizeRequest;
import io.cloudadapter.api.scaling.ScalingRequest;
import io.cloudadapter.core.config.AccountConfig;
import io.cloudadapter.core.config.LaunchConfig;
import io.cloudadapter.core.config.ListIntervalConfig;
import io.cloudadapter.core.config.PoolConfig;
import io.cloudadapter.core.config.RemediationConfig;
import io.cloudadapter.core.config.ScalingConfig;
import io.cloudadapter.core.config.VictimSelectionPolicy;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Proxy;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Calls methods with a null in the place of each argument in turn; each is to be refused at the caller. */
final class NullArguments {
  private static final Map<Class<?>, Object> SAMPLES = Map.ofEntries(
      Map.entry(int.class, 1),
      Map.entry(long.class, 1L),
      Map.entry(double.class, 0.5),
      Map.entry(boolean.class, true),
      Map.entry(String.class, "here"),
      Map.entry(MachineId.class, new MachineId("i-1")),
      Map.entry(PoolName.class, new PoolName("web")),
      Map.entry(WriteOptions.class, WriteOptions.none()),
      Map.entry(ScalingRequest.class, ScalingRequest.out()),
      Map.entry(PolicySelector.class, PolicySelector.own()),
      Map.entry(ResizeRequest.class, ResizeRequest.to(AdjustmentType.EXACT_CAPACITY, 1)),
      Map.entry(UUID.class, new UUID(1, 2)),
      Map.entry(HookResult.class, HookResult.CONTINUE),
      Map.entry(ServiceState.class, ServiceState.IN_SERVICE),
      Map.entry(QuarantineDecision.class, QuarantineDecision.DISOWN),
      Map.entry(ActionProgress.class, ActionProgress.underWay()),
      Map.entry(ActionRequest.class, ActionRequest.of(new MachineId("i-1"), new Action.Start())),
      Map.entry(Duration.class, Duration.ofMillis(1)),
      Map.entry(Path.class, Path.of("here")),
      Map.entry(Class.class, Runnable.class),
      Map.entry(AccountConfig.class, new AccountConfig("a", "plain", Map.of())),
      Map.entry(PoolConfig.class, PoolConfig.named("db", "here", 5).build()),
      Map.entry(LaunchConfig.class, PoolConfig.named("db", "here", 5).build().launch()),
      Map.entry(ListIntervalConfig.class, ListIntervalConfig.usual()),
      Map.entry(
          RemediationConfig.class, PoolConfig.named("db", "here", 5).build().remediation()),
      Map.entry(VictimSelectionPolicy.class, VictimSelectionPolicy.ZONE_BALANCE),
      Map.entry(ScalingConfig.class, ScalingConfig.none()),
      Map.entry(Policy.class, DeletionPolicy.of(DeletionCriteria.RANDOM)),
      Map.entry(Optional.class, Optional.empty()),
      Map.entry(List.class, List.of()),
      Map.entry(Map.class, Map.of()));

  private NullArguments() {}

  /** Calls each method once for each argument that can be null, with null in its place. */
  static void areRefused(Class<?> type, @Nullable Object target, int atLeast) throws Exception {
    List<String> wrong = new ArrayList<>();
    int tried = 0;
    for (Method method : type.getMethods()) {
      boolean reachable = Modifier.isStatic(method.getModifiers()) || target != null;
      if (method.getDeclaringClass() == Object.class
          || method.getName().equals("equals")
          || method.isSynthetic()
          || !reachable) {
        continue;
      }
      for (int i = 0; i < method.getParameterCount(); i++) {
        if (method.getParameterTypes()[i].isPrimitive()) {
          continue;
        }
        @Nullable Object[] arguments = samples(method);
        arguments[i] = null;
        tried++;
        Throwable outcome = outcome(method, target, arguments);
        if (!(outcome instanceof NullPointerException)) {
          wrong.add(method + ", argument " + i + ": " + outcome);
        }
      }
    }
    assertThat(wrong).isEmpty();
    assertThat(tried).as("nulls that were tried on " + type).isGreaterThanOrEqualTo(atLeast);
  }

  private static @Nullable Throwable outcome(
      Method method, @Nullable Object target, @Nullable Object[] arguments) throws Exception {
    try {
      method.invoke(target, arguments);
      return null;
    } catch (InvocationTargetException thrown) {
      return thrown.getCause();
    }
  }

  private static @Nullable Object[] samples(Method method) {
    @Nullable Object[] samples = new Object[method.getParameterCount()];
    for (int i = 0; i < samples.length; i++) {
      Class<?> type = method.getParameterTypes()[i];
      samples[i] = SAMPLES.containsKey(type) || !type.isInterface()
          ? SAMPLES.get(type)
          : Proxy.newProxyInstance(
              NullArguments.class.getClassLoader(), new Class<?>[] {type}, (p, m, a) -> null);
    }
    return samples;
  }
}
