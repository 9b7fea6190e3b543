/**
 * The cloud adapter REST API 2.0, and what we serve beside it.
 *
 * <pre>
 *   PoolRoutes        /pool …            the specification's operations and ours, for one pool or several
 *   ServerRoutes      / /pools /healthz  about the server itself
 *   RestErrors        JsonErrors         words what is wrong with a body
 *   PoolMessages      PoolView ──► JSON    in io.cloudadapter.client.message
 *   PoolBodyCache     JSON ──► bytes     GET /pool, written once per change
 * </pre>
 *
 * This package translates; every decision about a pool is the pool's.
 */
@NullMarked
package io.cloudadapter.server.rest;

import org.jspecify.annotations.NullMarked;
