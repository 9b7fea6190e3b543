package io.cloudadapter.testkit.junit;

import java.util.Comparator;
import org.junit.jupiter.api.MethodDescriptor;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.MethodOrdererContext;

/** Rules as the book has them, MP-2.9 before MP-2.10, and then what sums them up. */
final class RuleMethodOrderer implements MethodOrderer {
  private static final String[] LAST = {"MP", String.valueOf(Integer.MAX_VALUE), "0"};

  @Override
  public void orderMethods(MethodOrdererContext context) {
    context
        .getMethodDescriptors()
        .sort(
            Comparator.comparingInt((MethodDescriptor method) -> Integer.parseInt(parts(method)[1]))
                .thenComparingInt(method -> Integer.parseInt(parts(method)[2])));
  }

  private static String[] parts(MethodDescriptor method) {
    return method
        .findAnnotation(RuleTest.class)
        .map(rule -> rule.value().split("[-.]", -1))
        .orElse(LAST);
  }
}
