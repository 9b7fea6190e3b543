/** Where the lines of the audit log go: a file with its own rotation, or a logger. */
@NullMarked
package io.cloudadapter.server.audit;

import org.jspecify.annotations.NullMarked;
