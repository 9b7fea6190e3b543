package io.cloudadapter.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;

/** What an open page does while its server is gone, and when it is there again. */
@Timeout(120)
@ExtendWith(BrowserExtension.class)
class ConsoleRestartTest {

  @Test
  void aPageTellsThatItMayBeOldAndAsksToSignInAfterTheRestart(
      ChromiumBrowser browser, @TempDir Path tls) throws Exception {
    try (ConsoleServer console = new ConsoleServer(tls)) {
      browser.open(console.address() + "/console");
      browser.signIn(ConsoleServer.OPERATOR);
      browser.run("location.hash = '#/pools/web/plan'; window.loadedOnce = true");
      browser.awaitText("What holds it back");

      console.stopServer();
      browser.awaitText("Not connected: what you see may be old");
      assertThat(browser.text()).contains("What holds it back");
      console.startServer();
      browser.awaitText("Sign in with the token");
      browser.signIn(ConsoleServer.OPERATOR);

      browser.awaitText("● Live");
      browser.awaitText("What holds it back");
      assertThat(browser.run("return window.loadedOnce")).isEqualTo(true);
      assertThat(browser.complaints()).allMatch(each -> each.contains("net::ERR_"));
      browser.driver.get("about:blank");
    }
  }
}
