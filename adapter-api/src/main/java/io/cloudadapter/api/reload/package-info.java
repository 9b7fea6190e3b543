/** Reading the configuration file of a server again while it serves. */
@NullMarked
package io.cloudadapter.api.reload;

import org.jspecify.annotations.NullMarked;
