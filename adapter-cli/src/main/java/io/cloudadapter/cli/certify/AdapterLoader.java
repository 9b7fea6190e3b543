package io.cloudadapter.cli.certify;

import io.cloudadapter.cli.server.ServeOptions;
import io.cloudadapter.spi.MachineProviderFactory;
import java.io.IOException;
import java.net.MalformedURLException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.ServiceConfigurationError;
import java.util.ServiceLoader;
import java.util.TreeMap;

/**
 * Finds the adapter to certify: one of this command's own, or one in jars or folders of classes. Each load has a class
 * loader of its own, so that it sees the files as they are at that time.
 *
 * @param provider the name of the adapter
 * @param jars where adapters of the user are
 */
record AdapterLoader(String provider, List<Path> jars) {

  /** An adapter with the class loader of its jars; both are of use until it is closed. */
  record Loaded(MachineProviderFactory factory, URLClassLoader loader) implements AutoCloseable {
    @Override
    public void close() throws IOException {
      loader.close();
    }
  }

  /**
   * Loads the adapter.
   *
   * @throws IllegalArgumentException if there is none of that name, or if a jar cannot be used
   */
  Loaded load() throws IOException {
    Map<String, MachineProviderFactory> found = new TreeMap<>();
    ServeOptions.adapters().forEach(factory -> found.put(factory.name(), factory));
    refuseShadowed(found.values());
    URLClassLoader more = new URLClassLoader(urls(), AdapterLoader.class.getClassLoader());
    try {
      return new Loaded(chosen(found, more), more);
    } catch (IllegalArgumentException refused) {
      more.close();
      throw refused;
    }
  }

  private MachineProviderFactory chosen(
      Map<String, MachineProviderFactory> found, ClassLoader more) {
    try {
      ServiceLoader.load(MachineProviderFactory.class, more)
          .forEach(factory -> bring(found, factory));
    } catch (ServiceConfigurationError | LinkageError broken) {
      throw new IllegalArgumentException(
          "an adapter in --jar " + jars + " cannot be loaded: " + broken
              + "; if a library is missing, name its jar with another --jar",
          broken);
    }
    MachineProviderFactory factory = found.get(provider);
    if (factory == null) {
      throw new IllegalArgumentException("--provider must be one of "
          + String.join(", ", found.keySet()) + ", was " + provider
          + (jars.isEmpty()
              ? "; name the jar of any other adapter with --jar FILE"
              : "; the jars of --jar have no other"));
    }
    return factory;
  }

  /** An adapter of a jar must not replace another of the same name; otherwise it is unclear which one was certified. */
  private void bring(Map<String, MachineProviderFactory> found, MachineProviderFactory factory) {
    MachineProviderFactory known = found.putIfAbsent(factory.name(), factory);
    if (known == null) {
      return;
    }
    if (known.getClass() != factory.getClass()) {
      throw new IllegalArgumentException("an adapter in --jar " + jars + " has the name "
          + factory.name() + ", as another has that is here already; give it another name");
    }
  }

  /** A class of this command comes before the same class in a jar. */
  private void refuseShadowed(Collection<MachineProviderFactory> ours) throws IOException {
    try (URLClassLoader theirs = new URLClassLoader(urls(), null)) {
      for (MachineProviderFactory factory : ours) {
        String name = factory.getClass().getName();
        if (theirs.findResource(name.replace('.', '/') + ".class") != null) {
          throw new IllegalArgumentException("--jar " + jars + " has the adapter " + factory.name()
              + ", which is part of this command: that one would be tried, not the jar's");
        }
      }
    }
  }

  private URL[] urls() throws IOException {
    URL[] urls = new URL[jars.size()];
    for (int i = 0; i < urls.length; i++) {
      if (!Files.isReadable(jars.get(i))) {
        throw new IllegalArgumentException("--jar " + jars.get(i) + " cannot be read"
            + (Files.exists(jars.get(i)) ? "" : ": there is no such file"));
      }
      urls[i] = url(jars.get(i));
    }
    return urls;
  }

  private static URL url(Path jar) throws MalformedURLException {
    return jar.toUri().toURL();
  }
}
