package io.cloudadapter.console;

import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** Gives tests a browser, the same to all classes of a process: its start is what costs most. */
final class BrowserExtension implements ParameterResolver {

  private record Shared(ChromiumBrowser browser) implements AutoCloseable {
    @Override
    public void close() {
      browser.close();
    }
  }

  @Override
  public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
    return parameter.getParameter().getType() == ChromiumBrowser.class;
  }

  @Override
  public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
    return context
        .getRoot()
        .getStore(ExtensionContext.Namespace.create(BrowserExtension.class))
        .getOrComputeIfAbsent("browser", key -> new Shared(ChromiumBrowser.start()), Shared.class)
        .browser();
  }
}
