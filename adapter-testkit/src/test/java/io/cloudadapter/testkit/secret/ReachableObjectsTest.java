package io.cloudadapter.testkit.secret;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class ReachableObjectsTest {
  record Credentials(String user, String password) {}

  static final class Session {
    private final AtomicReference<Optional<Credentials>> credentials =
        new AtomicReference<>(Optional.of(new Credentials("ada", "s3cret")));

    @Nullable
    Api api;
  }

  static final class Api {
    private final Map<String, List<Object>> sessions;

    Api(Session session) {
      sessions = Map.of("first", List.of(session, new int[] {1}));
      session.api = this;
    }

    @Override
    public String toString() {
      throw new IllegalStateException("not while closed");
    }
  }

  @Test
  void shows_the_text_of_all_that_fields_lead_to_once_also_in_a_circle() {
    Map<String, String> shown = new TreeMap<>();

    ReachableObjects.show(
        new Api(new Session()),
        (type, text) -> assertThat(shown.put(type, text)).isNull());

    assertThat(shown)
        .containsOnly(
            Map.entry(Credentials.class.getName(), "Credentials[user=ada, password=s3cret]"),
            Map.entry(Api.class.getName(), "java.lang.IllegalStateException: not while closed"));
  }
}
