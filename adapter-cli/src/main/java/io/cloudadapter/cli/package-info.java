/**
 * The command line.
 *
 * <pre>
 *   Main ──► CommandTree ──► ServeCommand, DoctorCommand          the server side
 *               │       └──► PoolCommand, ResizeCommand, …        the client side, over Connection
 *               └─ Complaints                                     errors as people read them
 * </pre>
 *
 * <p>Each command is a class that says its own usage. All of them speak through a {@link
 * io.cloudadapter.cli.terminal.Terminal}, so that tests see what people see.
 */
@NullMarked
package io.cloudadapter.cli;

import org.jspecify.annotations.NullMarked;
