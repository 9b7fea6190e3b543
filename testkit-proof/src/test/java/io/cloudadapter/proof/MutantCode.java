package io.cloudadapter.proof;

import com.example.larch.LarchProviderFactory;
import io.cloudadapter.core.store.StateStoreContract;
import io.cloudadapter.core.store.quorum.SimulatedCluster;
import io.cloudadapter.core.store.shared.ElectedStore;
import io.cloudadapter.webhook.WebhookChannel;
import java.io.IOException;
import java.io.StringWriter;
import java.net.URI;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import javax.tools.JavaCompiler;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.StandardJavaFileManager;
import javax.tools.StandardLocation;
import javax.tools.ToolProvider;

/** Compiles a mutant, and loads it beside the true code. */
final class MutantCode implements AutoCloseable {
  /**
   * Code that mutants are made of.
   *
   * @param module where its sources are
   * @param entry the class that is asked for
   * @param anew the package that is loaded anew, with those below it
   * @param beside classes whose jars have more of that package
   */
  record Original(String module, Class<?> entry, String anew, List<Class<?>> beside) {
    static final Original ADAPTER =
        new Original("adapter-example", LarchProviderFactory.class, "com.example.larch", List.of());
    static final Original CHANNEL =
        new Original("adapter-webhook", WebhookChannel.class, "io.cloudadapter.webhook", List.of());

    /** With the tests of stores, which live in its packages. */
    static final Original SHARED_STORE = new Original(
        "adapter-core",
        ElectedStore.class,
        "io.cloudadapter.core.store",
        List.of(StateStoreContract.class, SimulatedCluster.class));

    Path sources() {
      return Path.of("..", module, "src", "main", "java")
          .resolve(entry.getPackageName().replace('.', '/'));
    }
  }

  private static final List<String> OPTIONS =
      List.of("-classpath", classPath(), "-proc:none", "-Xlint:none", "-nowarn");
  private static final JavaCompiler COMPILER = ToolProvider.getSystemJavaCompiler();
  private static final StandardJavaFileManager FILES =
      COMPILER.getStandardFileManager(null, null, StandardCharsets.UTF_8);

  private final Original original;
  private final MutantFirst loader;

  private MutantCode(Original original, MutantFirst loader) {
    this.original = original;
    this.loader = loader;
  }

  static MutantCode of(Original original, AdapterMutant mutant, Path classes) throws IOException {
    Map<String, String> changed = new TreeMap<>();
    for (SourceEdit edit : mutant.edits()) {
      String source = changed.containsKey(edit.file())
          ? changed.getOrDefault(edit.file(), "")
          : Files.readString(original.sources().resolve(edit.file()));
      changed.put(edit.file(), edit.applied(source));
    }
    compile(changed, classes);
    List<URL> path = new ArrayList<>();
    path.add(classes.toUri().toURL());
    path.add(location(original.entry()));
    original.beside().forEach(type -> path.add(location(type)));
    return new MutantCode(
        original, new MutantFirst(original.anew() + ".", path.toArray(URL[]::new)));
  }

  private static URL location(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation();
  }

  /** A class below the package that is loaded anew. */
  Class<?> beside(String name) throws ClassNotFoundException {
    return loader.loadClass(original.anew() + "." + name);
  }

  /** A new one of the class that is asked for. */
  <T> T made(Class<T> type) {
    try {
      return type.cast(
          loader.loadClass(original.entry().getName()).getDeclaredConstructor().newInstance());
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void compile(Map<String, String> sources, Path classes) throws IOException {
    StringWriter errors = new StringWriter();
    List<Text> texts = sources.entrySet().stream()
        .map(source -> new Text(source.getKey(), source.getValue()))
        .toList();
    // One at a time: the file manager is shared, so that every jar is opened once.
    synchronized (FILES) {
      FILES.setLocation(StandardLocation.CLASS_OUTPUT, List.of(classes.toFile()));
      boolean compiled =
          COMPILER.getTask(errors, FILES, null, OPTIONS, null, texts).call();
      if (!compiled) {
        throw new IllegalStateException(sources.keySet() + " do not compile: " + errors);
      }
    }
  }

  /** Surefire may hide the class path in the manifest of a jar, and tells it then by itself. */
  private static String classPath() {
    return System.getProperty(
        "surefire.test.class.path", System.getProperty("java.class.path", ""));
  }

  /** Loads one package anew; everything else is shared. */
  private static final class MutantFirst extends URLClassLoader {
    private final String anew;

    MutantFirst(String anew, URL[] path) {
      super(path, MutantCode.class.getClassLoader());
      this.anew = anew;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        if (!name.startsWith(anew)) {
          return super.loadClass(name, resolve);
        }
        Class<?> known = findLoadedClass(name);
        return known == null ? findClass(name) : known;
      }
    }
  }

  private static final class Text extends SimpleJavaFileObject {
    private final String source;

    Text(String file, String source) {
      super(URI.create("string:///" + file), JavaFileObject.Kind.SOURCE);
      this.source = source;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return source;
    }
  }

  @Override
  public void close() throws IOException {
    loader.close();
  }
}
