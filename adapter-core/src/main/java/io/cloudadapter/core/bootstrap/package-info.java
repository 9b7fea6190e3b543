/**
 * Opens the library: checks the configuration, finds adapters and channels, prepares the data directory and threads.
 *
 * <p>{@link io.cloudadapter.core.bootstrap.ConfigValidator} finds everything that is wrong before anything starts.
 */
@NullMarked
package io.cloudadapter.core.bootstrap;

import org.jspecify.annotations.NullMarked;
