package io.cloudadapter.cli.history;

/** The limits that a pool's configuration sets: for resizes the first two, for everything the last. */
record SizeLimits(int minSize, int maxSize, int cap) {
  int truncated(int size) {
    return Math.min(Math.max(size, minSize), maxSize);
  }

  boolean contain(int size) {
    return size >= minSize && size <= maxSize;
  }
}
