/**
 * What commands share: the terminal, tables, JSON, and errors as people read them.
 */
@NullMarked
package io.cloudadapter.cli.terminal;

import org.jspecify.annotations.NullMarked;
