/** The command line. */
@NullMarked
package io.cloudadapter.cli;

import org.jspecify.annotations.NullMarked;
