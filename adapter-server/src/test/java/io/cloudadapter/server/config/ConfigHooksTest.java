package io.cloudadapter.server.config;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.api.Secret;
import io.cloudadapter.api.hook.HookResult;
import io.cloudadapter.api.hook.LifecycleHook;
import io.cloudadapter.api.hook.LifecycleTransition;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** How lifecycle hooks are read from a configuration file, and what is refused of them. */
class ConfigHooksTest extends ConfigFileTests {
  private static final String AT = "target: {url: 'https://drain.example.org/x'}";

  private static String hook(String keys) {
    return SMALL.replace("{maxSize: 10}", "{maxSize: 10, hooks: {drain: {" + keys + "}}}");
  }

  @Test
  void readsHooks() {
    LifecycleHook hook = parse(hook("timeout: 5m, limit: 1h, otherwise: abandon, metadata: seven,"
            + " secret: 'literal:a secret of some length', " + AT))
        .pools()
        .get(0)
        .hooks()
        .get(0);

    assertThat(hook.name()).isEqualTo("drain");
    assertThat(hook.transition()).isEqualTo(LifecycleTransition.TERMINATE);
    assertThat(hook.timeout()).isEqualTo(Duration.ofMinutes(5));
    assertThat(hook.limit()).isEqualTo(Duration.ofHours(1));
    assertThat(hook.otherwise()).isEqualTo(HookResult.ABANDON);
    assertThat(hook.metadata()).isEqualTo("seven");
    assertThat(hook.target().channel()).isEqualTo("webhook");
    assertThat(hook.target().parameters()).containsEntry("url", "https://drain.example.org/x");
    assertThat(hook.target().secret().map(Secret::reveal)).contains("a secret of some length");
    assertThat(hook.toString()).doesNotContain("a secret of").doesNotContain("example.org");
  }

  @Test
  void findsTheKubeconfigOfATargetBesideTheConfiguration() {
    LifecycleHook drain = parse(
            hook("timeout: 5m, channel: kubernetes, target: {namespace: n, kubeconfig: lab.yaml}"))
        .pools()
        .get(0)
        .hooks()
        .get(0);

    assertThat(Path.of(drain.target().parameters().get("kubeconfig")))
        .isEqualTo(directory.resolve("lab.yaml"));
  }

  @Test
  void givesHooksTheirUsualResults() {
    LifecycleHook ends =
        parse(hook("timeout: 5m, " + AT)).pools().get(0).hooks().get(0);
    LifecycleHook enters =
        parse(hook("on: launch, timeout: 5m, " + AT)).pools().get(0).hooks().get(0);

    assertThat(ends.otherwise()).isEqualTo(HookResult.CONTINUE);
    assertThat(ends.limit()).isEqualTo(Duration.ofMinutes(500));
    assertThat(enters.transition()).isEqualTo(LifecycleTransition.LAUNCH);
    assertThat(enters.otherwise()).isEqualTo(HookResult.ABANDON);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '"',
      value = {
        "timeout: 5m, target: {uri: 'https://a.example'} | .target: uri is unknown; did "
            + "you mean url?",
        "timeout: 5m | .target: url is missing: where messages are posted to",
        "timeout: 5m, target: {url: 'http://a.example/x'} | .target: url must begin with https;",
        "timeout: 5m, target: {url: 'https://10.1.1.1/x'} | .target: url must not name a private address",
        "timeout: 5m, secret: short, target: {url: 'https://a.example'} | .target: secret must have at least 16",
        "timeout: 3d, target: {url: 'https://a.example'} | drain: timeout must be 1s to 2d, was 3d",
        "timeout: 5m, limit: 1m, target: {url: 'https://a.example'} | drain: limit must be 5m to 2d, was 1m",
        "timeout: 0s, target: {url: 'https://a.example'} | drain.timeout: must be",
        "target: {url: 'https://a.example'} | drain.timeout: is missing",
        "on: shutdown, timeout: 5m, target: {url: 'https://a.example'} | drain.on: must be",
        "otherwise: wait, timeout: 5m, target: {url: 'https://a.example'} | drain.otherwise: must be",
        "time: 5m, timeout: 5m, target: {url: 'https://a.example'} | drain.time: is "
            + "unknown; allowed are target, on, timeout"
      })
  void tellsWhatIsWrongWithAHook(String keys, String fault) {
    assertThat(faults(hook(keys))).singleElement().asString().contains(fault);
  }

  @Test
  void takesNoMoreHooksThanAPoolMayHave() {
    StringBuilder many = new StringBuilder();
    for (int i = 0; i < 51; i++) {
      many.append("h").append(i).append(": {timeout: 5m, ").append(AT).append("}, ");
    }
    assertThat(faults(SMALL.replace("{maxSize: 10}", "{maxSize: 10, hooks: {" + many + "}}")))
        .singleElement()
        .asString()
        .contains("pools.web.hooks: must be at most 50, were 51");
  }
}
