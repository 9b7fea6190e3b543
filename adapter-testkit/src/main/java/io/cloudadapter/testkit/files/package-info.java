/** Trials of what adapters leave in files. */
@NullMarked
package io.cloudadapter.testkit.files;

import org.jspecify.annotations.NullMarked;
