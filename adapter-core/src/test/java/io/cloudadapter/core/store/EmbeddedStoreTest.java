package io.cloudadapter.core.store;

import java.nio.file.Path;
import java.util.Random;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedStoreTest implements StateStoreContract {
  @TempDir
  Path directory;

  @Override
  public Openings freshStore() {
    return () -> EmbeddedStore.open(directory, new Random(1));
  }
}
