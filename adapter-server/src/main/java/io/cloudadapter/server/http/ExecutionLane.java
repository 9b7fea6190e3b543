package io.cloudadapter.server.http;

/** The kind of thread on which a handler runs. The lanes have their own threads, so that none can starve another. */
public enum ExecutionLane {
  /** On the thread that read the request: answers from memory, at once, even when all is busy. */
  AT_ONCE,
  /** Reads: never wait for a cloud. */
  READ,
  /** Writes: wait for the ledger to be durable. */
  WRITE,
  /** Work that waits for a cloud. */
  CLOUD
}
