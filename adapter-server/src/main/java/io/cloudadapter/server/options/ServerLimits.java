package io.cloudadapter.server.options;

import io.cloudadapter.api.TimeSpan;
import java.time.Duration;
import java.util.Objects;

/**
 * The limits of everything that a client can make the server hold or wait for.
 *
 * @param bodyBytes the longest request body; longer ones get 413
 * @param headerBytes the longest request line with headers; longer ones get 414 or 431
 * @param connections how many connections are open at once; further ones wait in the backlog
 * @param idleTime how long a connection may be silent
 * @param headerTime how long a request line with its headers (and the TLS handshake) may take
 * @param bodyTime how long a request body may take
 * @param handlerTime how long an answer may take; after that 500, although the work goes on
 * @param stopTime how long requests under way may take when the server stops
 * @param readers how many reads are answered at once
 * @param writers how many writes are answered at once, and as many attaches beside them
 * @param waiting how many requests wait for a thread, per kind; further ones get 503
 * @param outgoingBytes how much of answers clients may leave untaken, in all, and half of it one caller; further
 *     answers are 503
 */
public record ServerLimits(
    int bodyBytes,
    int headerBytes,
    int connections,
    Duration idleTime,
    Duration headerTime,
    Duration bodyTime,
    Duration handlerTime,
    Duration stopTime,
    int readers,
    int writers,
    int waiting,
    int outgoingBytes) {
  private static final ServerLimits DEFAULTS = new ServerLimits(
      64 * 1024,
      16 * 1024,
      1024,
      Duration.ofSeconds(30),
      Duration.ofSeconds(10),
      Duration.ofSeconds(30),
      Duration.ofSeconds(120),
      Duration.ofSeconds(10),
      8,
      64,
      512,
      usualOutgoingBytes());

  /**
   * Checks that every bound is a bound.
   *
   * @throws IllegalArgumentException if a number or a time is not above zero
   */
  public ServerLimits {
    positive("bodyBytes", bodyBytes);
    positive("headerBytes", headerBytes);
    positive("connections", connections);
    positive("idleTime", idleTime);
    positive("headerTime", headerTime);
    positive("bodyTime", bodyTime);
    positive("handlerTime", handlerTime);
    positive("stopTime", stopTime);
    positive("readers", readers);
    positive("writers", writers);
    positive("waiting", waiting);
    positive("outgoingBytes", outgoingBytes);
  }

  /**
   * An eighth of the memory that this process may take, at most 256 MiB.
   *
   * @return the usual bound of answers that clients have not taken
   */
  public static int usualOutgoingBytes() {
    return (int) Math.min(256L << 20, Math.max(1L << 20, Runtime.getRuntime().maxMemory() / 8));
  }

  /**
   * Bounds that suit most servers: bodies of 64 KiB, headers of 16 KiB, 1,024 connections.
   *
   * @return the default bounds
   */
  public static ServerLimits defaults() {
    return DEFAULTS;
  }

  /**
   * The same bounds with another longest body and header.
   *
   * @param body the longest request body, in bytes
   * @param header the longest request line with headers, in bytes
   * @return new bounds
   */
  public ServerLimits withBytes(int body, int header) {
    return new ServerLimits(
        body,
        header,
        connections,
        idleTime,
        headerTime,
        bodyTime,
        handlerTime,
        stopTime,
        readers,
        writers,
        waiting,
        outgoingBytes);
  }

  /**
   * The same bounds with another number of connections.
   *
   * @param count how many connections are open at once
   * @return new bounds
   */
  public ServerLimits withConnections(int count) {
    return new ServerLimits(
        bodyBytes,
        headerBytes,
        count,
        idleTime,
        headerTime,
        bodyTime,
        handlerTime,
        stopTime,
        readers,
        writers,
        waiting,
        outgoingBytes);
  }

  /**
   * The same bounds with other times.
   *
   * @param idle how long a connection may be silent
   * @param header how long a request line with its headers may take
   * @param body how long a request body may take
   * @param handler how long an answer may take
   * @return new bounds
   */
  public ServerLimits withTimes(Duration idle, Duration header, Duration body, Duration handler) {
    return new ServerLimits(
        bodyBytes,
        headerBytes,
        connections,
        idle,
        header,
        body,
        handler,
        stopTime,
        readers,
        writers,
        waiting,
        outgoingBytes);
  }

  /**
   * The same bounds with another time to stop.
   *
   * @param time how long requests under way may take when the server stops
   * @return new bounds
   */
  public ServerLimits withStopTime(Duration time) {
    return new ServerLimits(
        bodyBytes,
        headerBytes,
        connections,
        idleTime,
        headerTime,
        bodyTime,
        handlerTime,
        time,
        readers,
        writers,
        waiting,
        outgoingBytes);
  }

  /**
   * The same bounds with other numbers of threads.
   *
   * @param readerCount how many reads are answered at once
   * @param writerCount how many writes are answered at once
   * @param waitingCount how many requests wait for a thread, per kind
   * @return new bounds
   */
  public ServerLimits withThreads(int readerCount, int writerCount, int waitingCount) {
    return new ServerLimits(
        bodyBytes,
        headerBytes,
        connections,
        idleTime,
        headerTime,
        bodyTime,
        handlerTime,
        stopTime,
        readerCount,
        writerCount,
        waitingCount,
        outgoingBytes);
  }

  /**
   * The same bounds with another bound of what clients have not taken.
   *
   * @param bytes how much of answers clients may leave untaken
   * @return new bounds
   */
  public ServerLimits withOutgoingBytes(int bytes) {
    return new ServerLimits(
        bodyBytes,
        headerBytes,
        connections,
        idleTime,
        headerTime,
        bodyTime,
        handlerTime,
        stopTime,
        readers,
        writers,
        waiting,
        bytes);
  }

  private static void positive(String name, int value) {
    if (value <= 0) {
      throw new IllegalArgumentException(name + " must be 1 or more, was: " + value);
    }
  }

  private static void positive(String name, Duration value) {
    Objects.requireNonNull(value, name);
    if (value.isNegative() || value.isZero()) {
      throw new IllegalArgumentException(name + " must be above 0, was " + TimeSpan.text(value));
    }
  }
}
