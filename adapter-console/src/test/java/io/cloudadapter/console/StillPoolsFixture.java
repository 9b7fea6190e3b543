package io.cloudadapter.console;

import io.cloudadapter.server.AdapterServer;
import io.cloudadapter.server.options.TlsConfig;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;

/** What tests share that look at pools which only the tests change; the browser has signed in without a credential. */
abstract class StillPoolsFixture extends BrowserFixture {
  StillPools pools;
  AdapterServer server;

  /** The pools that the server has. */
  abstract StillPools pools();

  @BeforeAll
  void startServer() throws Exception {
    pools = pools();
    server = settings(AdapterServer.builder(pools)).tls(TlsConfig.off()).start();
    openConsole();
  }

  /** Opens the pages anew, and signs in. */
  final void openConsole() {
    browser.open(server.uri() + "/console");
    browser.clickButton("Continue without a credential");
    browser.awaitText("Sign out");
  }

  /** What the server has besides pools. */
  AdapterServer.Builder settings(AdapterServer.Builder builder) {
    return builder;
  }

  @AfterAll
  void stopServer() {
    if (server != null) {
      leavePages();
      server.stop();
    }
  }
}
