package io.cloudadapter.spring;

import java.util.Map;
import org.springframework.boot.autoconfigure.condition.ConditionMessage;
import org.springframework.boot.autoconfigure.condition.ConditionOutcome;
import org.springframework.boot.autoconfigure.condition.SpringBootCondition;
import org.springframework.boot.context.properties.bind.Bindable;
import org.springframework.boot.context.properties.bind.Binder;
import org.springframework.context.annotation.ConditionContext;
import org.springframework.core.type.AnnotatedTypeMetadata;

/** Matches if properties configure a receiver of notifications. */
final class OnReceiversCondition extends SpringBootCondition {
  private static final String RECEIVERS = "cloudadapter.notifications.receivers";

  @Override
  public ConditionOutcome getMatchOutcome(ConditionContext context, AnnotatedTypeMetadata unused) {
    ConditionMessage.Builder message = ConditionMessage.forCondition("receivers of " + RECEIVERS);
    boolean none = Binder.get(context.getEnvironment())
        .bind(RECEIVERS, Bindable.mapOf(String.class, Object.class))
        .map(Map::isEmpty)
        .orElse(true);
    return none
        ? ConditionOutcome.noMatch(message.because("there are none"))
        : ConditionOutcome.match(message.because("there are some"));
  }
}
