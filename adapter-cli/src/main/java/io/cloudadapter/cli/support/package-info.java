/**
 * What helps with a problem of a running server: a check of it, and a bundle of what it shows.
 */
@NullMarked
package io.cloudadapter.cli.support;

import org.jspecify.annotations.NullMarked;
