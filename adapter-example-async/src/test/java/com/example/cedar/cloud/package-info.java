/**
 * Cedar itself: the cloud of {@code cedar-api.md} in memory, behind an HTTP server on a free port of this machine.
 * {@link com.example.cedar.cloud.CedarCloud} starts it and is its console.
 *
 * <pre>
 *   HTTP ──► FakeEndpoint ──► FakeProject ──┬─► FakeOperations ──► FakeOperation  one that makes or ends a machine
 *            routes, token    the project   └─► FakeMachine                       one machine, from its operation on
 * </pre>
 *
 * <p>Time comes from an {@link java.time.InstantSource}, chance from a seed.
 */
@NullMarked
package com.example.cedar.cloud;

import org.jspecify.annotations.NullMarked;
