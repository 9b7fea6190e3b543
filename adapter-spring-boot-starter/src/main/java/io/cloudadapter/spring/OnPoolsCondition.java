package io.cloudadapter.spring;

import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if properties configure a pool: a program that only has the jar opens no ledger. */
final class OnPoolsCondition extends SpringBootCondition {
  @Override
  public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata unused) {
    ConditionMessage.Builder message = ConditionMessage.forCondition("pools of cloudadapter.pools");
    return PoolBeans.names(context.getEnvironment()).isEmpty()
        ? ConditionOutcome.noMatch(message.because("there are none"))
        : ConditionOutcome.match(message.because("there are some"));
  }
}
