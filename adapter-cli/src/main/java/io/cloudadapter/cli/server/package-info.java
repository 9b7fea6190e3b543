/**
 * Commands that run a server, and check its configuration and host before it starts.
 */
@NullMarked
package io.cloudadapter.cli.server;

import org.jspecify.annotations.NullMarked;
