/**
 * The command line.
 *
 * <pre>
 *   Main ──► RootCommand ──► client     a running server: pool, resize, watch, …, over ServerConnection
 *               │       ├──► server     serve, doctor, move-ledger
 *               │       ├──► policy     policy try
 *               │       ├──► simulate   days of a pool, without a cloud
 *               │       └──► certify    the certification of an adapter
 *               └─ terminal.ErrorReporter   errors as people read them
 * </pre>
 *
 * <p>Each command is a class that declares its own usage. All of them print through a {@link
 * io.cloudadapter.cli.terminal.Terminal}, so that tests see what people see.
 */
@NullMarked
package io.cloudadapter.cli;

import org.jspecify.annotations.NullMarked;
