package io.cloudadapter.console;

import static org.assertj.core.api.Assertions.assertThat;

import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.options.TlsConfig;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openqa.selenium.By;

/** Signing in and out in a real browser, and what a person may do afterwards. */
class ConsoleAccessTest extends ConsoleFixture {
  @Test
  void theTokenIsNowhereAfterSigningInAndTheCookieIsOutOfReachOfScripts() {
    open("");
    browser.signIn(ConsoleServer.ADMIN);
    browser.click(ChromiumBrowser.link("web"));
    browser.awaitText("Resize…");
    assertThat(browser.run("""
        return JSON.stringify([location.href, document.cookie, { ...localStorage }, { ...sessionStorage },
          document.documentElement.outerHTML, history.state,
          [...document.querySelectorAll('input')].map((each) => each.value)]);
        """).toString())
        .doesNotContain(ConsoleServer.ADMIN, "cloudadapter-console-");
    assertThat(browser.run("""
        return performance.getEntriesByType('resource')
          .every((each) => each.name.startsWith(location.origin + '/console'));
        """)).isEqualTo(true);
  }

  @Test
  void aWrongTokenIsRefusedInWords() {
    open("");
    browser.seen(By.id("token")).sendKeys("a-token-that-is-wrong");
    browser.clickButton("Sign in with the token");
    browser.awaitText("authentication failed: the bearer token is wrong");
    assertThat(browser.complaints()).singleElement().asString().contains("401");
  }

  @Test
  void aReaderSeesEverythingAndHasNoButtonThatChangesAnything() {
    open("");
    browser.signIn(ConsoleServer.READER);
    browser.click(ChromiumBrowser.link("web"));
    browser.awaitText("No row matches.");
    browser.click(ChromiumBrowser.link("Refresh"));
    browser.awaitText("There was no refresh yet.");
    assertThat(browser.text()).doesNotContain("Resize…", "Thaw…", "Start a refresh");
    browser.click(ChromiumBrowser.link("Hooks"));
    browser.awaitText("Waiting hooks are shown to callers that may answer them.");
  }

  @Test
  void whoSignsOutIsAskedForATokenAgain() {
    open("");
    browser.signIn(ConsoleServer.OPERATOR);
    browser.clickButton("Sign out");
    browser.awaitText("Sign in with the token");
    browser.driver.navigate().refresh();
    browser.awaitText("Sign in with the token");
  }

  @Test
  void afterARestartOfTheServerThePageAsksToSignInByItself(@TempDir Path tls) throws Exception {
    AdapterServer first = server(tls, 0);
    try {
      browser.open(first.uri() + "/console");
      browser.signIn(ConsoleServer.ADMIN);
      browser.awaitText("Pools: 2.");
    } finally {
      first.stop();
    }
    browser.awaitText("Not connected: what you see may be old");
    AdapterServer second = server(tls, first.uri().getPort());
    try {
      browser.awaitText("Sign in with the token");
    } finally {
      leavePages();
      second.stop();
    }
    assertThat(browser.complaints()).allMatch(all -> all.contains("net::ERR_"));
  }

  private AdapterServer server(Path tls, int port) throws Exception {
    return AdapterServer.builder(console.pools)
        .address("127.0.0.1", port)
        .tls(TlsConfig.selfSigned(tls))
        .tokens(ConsoleServer.tokens())
        .start();
  }

  @Test
  void aServerWithoutCredentialsWarnsOnEachPage() throws Exception {
    try (AdapterServer open =
        AdapterServer.builder(console.pools).tls(TlsConfig.off()).start()) {
      browser.open(open.uri() + "/console");
      browser.awaitText("This server asks for no credential");
      assertThat(browser.driver.findElements(By.id("token"))).isEmpty();
      browser.clickButton("Continue without a credential");
      browser.awaitText("No authentication: every program on this machine may do everything.");
      browser.click(ChromiumBrowser.link("web"));
      browser.awaitText("Resize…");
      assertThat(browser.text()).contains("No authentication: every program on this machine");
      leavePages();
    }
  }
}
