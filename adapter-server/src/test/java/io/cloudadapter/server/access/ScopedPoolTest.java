package io.cloudadapter.server.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.AsyncOperations;
import io.cloudadapter.api.MachinePool;
import io.cloudadapter.api.Pools;
import io.cloudadapter.api.WriteOptions;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** An operation that the interfaces gain later gets its check too, or this fails. */
class ScopedPoolTest {
  /** Operations in terms of others: those of callers that do not wait, and those that leave out the options. */
  private static boolean isOwnOperation(Method method) {
    if (Modifier.isStatic(method.getModifiers())
        || method.getDeclaringClass().equals(AsyncOperations.class)) {
      return false;
    }
    boolean hasFullForm = Stream.of(MachinePool.class.getMethods())
        .filter(other -> other.getName().equals(method.getName()))
        .map(other -> List.of(other.getParameterTypes()))
        .anyMatch(types -> types.contains(WriteOptions.class));
    return !hasFullForm || List.of(method.getParameterTypes()).contains(WriteOptions.class);
  }

  private static Set<String> signatures(Stream<Method> methods) {
    return methods
        .filter(method -> !method.isSynthetic())
        .map(method -> method.getName() + Arrays.toString(method.getParameterTypes()))
        .collect(Collectors.toSet());
  }

  @Test
  void everyOperationOfAPoolIsChecked() {
    Set<String> operations = signatures(
        Stream.of(MachinePool.class.getMethods()).filter(ScopedPoolTest::isOwnOperation));

    assertThat(operations).hasSizeGreaterThan(25);
    assertThat(signatures(Stream.of(ScopedPool.class.getDeclaredMethods())))
        .containsAll(operations);
  }

  @Test
  void everyOperationOfAllPoolsIsChecked() {
    assertThat(signatures(Stream.of(ScopedPools.class.getDeclaredMethods())))
        .containsAll(signatures(Stream.of(Pools.class.getMethods())
            .filter(method -> !Modifier.isStatic(method.getModifiers()))));
  }
}
