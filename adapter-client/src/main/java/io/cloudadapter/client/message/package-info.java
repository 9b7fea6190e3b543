/**
 * The messages of the REST API as JSON, for the server that writes them, the client that reads them and the command
 * line that prints them. Each class writes and reads one kind of message.
 *
 * <pre>
 *   PoolView ──► PoolMessages ──► fields by name ──► JSON ──► JsonFields ──► PoolMessages ──► PoolView
 * </pre>
 */
@NullMarked
package io.cloudadapter.client.message;

import org.jspecify.annotations.NullMarked;
