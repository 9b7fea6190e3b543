package io.cloudadapter.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.logging.Level;
import org.openqa.selenium.By;
import org.openqa.selenium.ElementNotInteractableException;
import org.openqa.selenium.JavascriptExecutor;
import org.openqa.selenium.NoSuchElementException;
import org.openqa.selenium.OutputType;
import org.openqa.selenium.StaleElementReferenceException;
import org.openqa.selenium.WebElement;
import org.openqa.selenium.chrome.ChromeDriver;
import org.openqa.selenium.chrome.ChromeDriverService;
import org.openqa.selenium.chrome.ChromeOptions;
import org.openqa.selenium.logging.LogEntry;
import org.openqa.selenium.logging.LogType;
import org.openqa.selenium.logging.LoggingPreferences;
import org.openqa.selenium.support.ui.FluentWait;

/** The Chromium of this machine, without a window, driven by its own driver. */
final class ChromiumBrowser implements AutoCloseable {
  private static final Duration PATIENCE = Duration.ofSeconds(20);

  final ChromeDriver driver;

  private ChromiumBrowser(ChromeDriver driver) {
    this.driver = driver;
  }

  /** Starts it; without it, a test is left out, unless it is required. */
  static ChromiumBrowser start() {
    Optional<File> browser = found("chromium.program", "/usr/bin/chromium");
    Optional<File> chromedriver = found("chromium.driver", "/usr/bin/chromedriver");
    boolean there = browser.isPresent() && chromedriver.isPresent();
    String missing =
        "Chromium and its driver are not here: install the packages chromium and chromium-driver";
    if (Boolean.getBoolean("chromium.required")) {
      assertThat(there).as(missing).isTrue();
    }
    assumeTrue(there, missing);
    LoggingPreferences logs = new LoggingPreferences();
    logs.enable(LogType.BROWSER, Level.ALL);
    ChromeOptions options = new ChromeOptions()
        .setBinary(browser.orElseThrow())
        .addArguments(
            "--headless=new",
            "--no-sandbox",
            "--disable-dev-shm-usage",
            "--disable-gpu",
            "--disable-extensions",
            "--disable-background-networking",
            "--lang=en-GB",
            "--hide-scrollbars",
            "--window-size=1280,900");
    options.setAcceptInsecureCerts(true);
    options.setCapability("goog:loggingPrefs", logs);
    ChromeDriverService service = new ChromeDriverService.Builder()
        .usingDriverExecutable(chromedriver.orElseThrow())
        .usingAnyFreePort()
        .withEnvironment(Map.of("TZ", "Europe/Berlin"))
        .build();
    return new ChromiumBrowser(new ChromeDriver(service, options));
  }

  private static Optional<File> found(String property, String usual) {
    File file = new File(System.getProperty(property, usual));
    return Optional.of(file).filter(File::canExecute);
  }

  /** Waits until something holds; elements that the page has replaced meanwhile count as not there. */
  void await(String what, Supplier<Boolean> holds) {
    Boolean unused = new FluentWait<>(holds)
        .withTimeout(PATIENCE)
        .pollingEvery(Duration.ofMillis(100))
        .ignoreAll(List.of(
            NoSuchElementException.class,
            StaleElementReferenceException.class,
            ElementNotInteractableException.class))
        .withMessage(() -> what + ", on a page with: " + text())
        .until(Supplier::get);
  }

  /** The text that is seen; the browser computes it faster than its driver. */
  String text() {
    return String.valueOf(run("return document.body.innerText"));
  }

  void awaitText(String text) {
    await("shows " + text, () -> text().contains(text));
  }

  /** The element that is seen, once there is one. */
  WebElement seen(By by) {
    await("shows " + by, () -> driver.findElement(by).isDisplayed());
    return driver.findElement(by);
  }

  /** Opens a page anew, without what it has kept, and without what was complained about before. */
  void open(String address) {
    driver.get(address);
    driver.manage().deleteAllCookies();
    run("localStorage.clear(); sessionStorage.clear();");
    driver.get("about:blank");
    size(1280, 900);
    dark(false);
    List<String> unused = complaints();
    driver.get(address);
  }

  void signIn(String token) {
    seen(By.id("token")).sendKeys(token);
    clickButton("Sign in with the token");
    awaitText("Sign out");
  }

  void click(By by) {
    await("lets click " + by, () -> {
      WebElement element = driver.findElement(by);
      if (!element.isDisplayed() || !element.isEnabled()) {
        return false;
      }
      element.click();
      return true;
    });
  }

  void clickButton(String text) {
    click(button(text));
  }

  static By button(String text) {
    return By.xpath("//button[normalize-space(.)=\"" + text + "\"]");
  }

  static By link(String text) {
    return By.xpath("//a[normalize-space(.)=\"" + text + "\"]");
  }

  Object run(String script, Object... arguments) {
    return ((JavascriptExecutor) driver).executeScript(script, arguments);
  }

  void size(int width, int height) {
    driver.executeCdpCommand(
        "Emulation.setDeviceMetricsOverride",
        Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
  }

  void dark(boolean dark) {
    driver.executeCdpCommand(
        "Emulation.setEmulatedMedia",
        Map.of(
            "features",
            List.of(Map.of("name", "prefers-color-scheme", "value", dark ? "dark" : "light"))));
  }

  /** A picture of what is seen. */
  void picture(Path file) {
    try {
      Files.createDirectories(file.getParent());
      Files.write(file, driver.getScreenshotAs(OutputType.BYTES));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** What the browser has logged since the last call: errors of scripts, refused loads, and reports of the policy. */
  List<String> complaints() {
    return driver.manage().logs().get(LogType.BROWSER).getAll().stream()
        .filter(entry -> entry.getLevel().intValue() >= Level.WARNING.intValue())
        .map(LogEntry::getMessage)
        .toList();
  }

  /** What axe-core finds wrong on the page by the rules of WCAG 2.2 AA, or by some rules alone. */
  List<String> barriers(String... rules) {
    return barriersOf("html", rules);
  }

  /** The same of the part of the page that a selector names. */
  List<String> barriersOf(String part, String... rules) {
    driver.executeScript(Axe.SCRIPT);
    Object found = driver.executeAsyncScript("""
        const done = arguments[arguments.length - 1];
        const [part, rules] = arguments;
        axe.run(part, { resultTypes: ['violations'], runOnly: rules.length > 0
            ? { type: 'rule', values: rules }
            : ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'] })
          .then((result) => done(result.violations.map(
            (each) => each.id + ': ' + each.nodes.map((node) => node.html + ' ' + node.failureSummary).join(' | '))),
            (error) => done([String(error)]));
        """, part, List.of(rules));
    List<String> texts = new ArrayList<>();
    ((List<?>) found).forEach(each -> texts.add(String.valueOf(each)));
    return texts;
  }

  /** The file of axe-core, read when it is needed. */
  private static final class Axe {
    private static final String SCRIPT = read();

    private static String read() {
      try (InputStream in = ClassLoader.getSystemResourceAsStream("axe.min.js")) {
        return new String(in.readAllBytes(), StandardCharsets.UTF_8);
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  @Override
  public void close() {
    driver.quit();
  }
}
