/** Applies a changed configuration file to a server that runs. */
@NullMarked
package io.cloudadapter.server.reload;

import org.jspecify.annotations.NullMarked;
