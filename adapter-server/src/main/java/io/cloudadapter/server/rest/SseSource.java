package io.cloudadapter.server.rest;

/** What a stream of server-sent events consists of. One thread asks it. */
interface SseSource {
  /** The frames since the last call; empty if there are none yet. */
  byte[] next();

  /** Whether no more frames follow those of the last call. */
  boolean isOver();
}
