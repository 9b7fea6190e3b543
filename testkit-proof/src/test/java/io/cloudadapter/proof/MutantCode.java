package io.cloudadapter.proof;

import com.example.larch.LarchProviderFactory;
import io.cloudadapter.core.store.StateStoreContract;
import io.cloudadapter.core.store.quorum.SimulatedCluster;
import io.cloudadapter.core.store.shared.ElectedStore;
import io.cloudadapter.http.HttpTransport;
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
public final class MutantCode implements AutoCloseable {
  /**
   * Code that mutants are made of.
   *
   * @param sources modules and the classes in whose packages their sources are; the first is asked for
   * @param anew the packages that are loaded anew, with those below them
   * @param beside classes whose jars have more of those packages
   */
  public record Original(List<Source> sources, List<String> anew, List<Class<?>> beside) {
    /** The example, and what it stands on. */
    public static final Original ADAPTER = new Original(
        List.of(
            new Source("adapter-example", LarchProviderFactory.class),
            new Source("adapter-http", HttpTransport.class)),
        List.of("com.example.larch", "io.cloudadapter.http"),
        List.of());

    static final Original CHANNEL = new Original(
        List.of(new Source("adapter-webhook", WebhookChannel.class)),
        List.of("io.cloudadapter.webhook"),
        List.of());

    /** With the tests of stores, which live in its packages. */
    static final Original SHARED_STORE = new Original(
        List.of(new Source("adapter-core", ElectedStore.class)),
        List.of("io.cloudadapter.core.store"),
        List.of(StateStoreContract.class, SimulatedCluster.class));

    Class<?> entry() {
      return sources.get(0).type();
    }

    /** The one file of this name in the packages of the sources. */
    Path file(String name) {
      List<Path> found = sources.stream()
          .map(source -> source.folder().resolve(name))
          .filter(Files::exists)
          .toList();
      if (found.size() != 1) {
        throw new IllegalStateException(name + " must be in one of " + sources);
      }
      return found.get(0);
    }
  }

  private record Source(String module, Class<?> type) {
    Path folder() {
      return Path.of("..", module, "src", "main", "java")
          .resolve(type.getPackageName().replace('.', '/'));
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

  public static MutantCode of(Original original, AdapterMutant mutant, Path classes)
      throws IOException {
    compile(changed(original, mutant), classes);
    List<URL> path = new ArrayList<>();
    path.add(classes.toUri().toURL());
    original.sources().forEach(source -> path.add(location(source.type())));
    original.beside().forEach(type -> path.add(location(type)));
    return new MutantCode(original, new MutantFirst(original.anew(), path.toArray(URL[]::new)));
  }

  /** The sources with the bug, by the names of their files; fails if one does not say what is to be edited. */
  static Map<String, String> changed(Original original, AdapterMutant mutant) throws IOException {
    Map<String, String> changed = new TreeMap<>();
    for (SourceEdit edit : mutant.edits()) {
      String source = changed.containsKey(edit.file())
          ? changed.getOrDefault(edit.file(), "")
          : Files.readString(original.file(edit.file()));
      changed.put(edit.file(), edit.applied(source));
    }
    return changed;
  }

  private static URL location(Class<?> type) {
    return type.getProtectionDomain().getCodeSource().getLocation();
  }

  /** A class below the first package that is loaded anew. */
  public Class<?> beside(String name) throws ClassNotFoundException {
    return loader.loadClass(original.anew().get(0) + "." + name);
  }

  /** A new one of the class that is asked for. */
  public <T> T made(Class<T> type) {
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

  /** Loads some packages anew; everything else is shared. */
  private static final class MutantFirst extends URLClassLoader {
    private final List<String> anew;

    MutantFirst(List<String> anew, URL[] path) {
      super(path, MutantCode.class.getClassLoader());
      this.anew = anew;
    }

    @Override
    protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
      synchronized (getClassLoadingLock(name)) {
        if (anew.stream().noneMatch(folder -> name.startsWith(folder + "."))) {
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
