package io.cloudadapter.server.http;

/** What a route is about, which decides whether callers that are limited to some pools may ask it. */
public enum RouteReach {
  /** The server as a whole, or something that all pools share: not for callers that are limited. */
  SERVER,
  /** Pools: the handler reaches them through the caller's scope only. */
  POOLS,
  /** The same for each caller, or the caller itself: shows no pool. */
  CALLER
}
