/**
 * The interface by which a module gives the server the files of a web console.
 */
@NullMarked
package io.cloudadapter.server.console;

import org.jspecify.annotations.NullMarked;
