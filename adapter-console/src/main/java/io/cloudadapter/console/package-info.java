/**
 * The files of the web console: pages in JavaScript modules, under {@code src/main/web}.
 *
 * <p>The server finds {@link io.cloudadapter.console.PackagedFiles} by {@link java.util.ServiceLoader}.
 */
@NullMarked
package io.cloudadapter.console;

import org.jspecify.annotations.NullMarked;
