/** What the simulated cloud refuses: rates, room for machines, and the errors that it returns. */
@NullMarked
package io.cloudadapter.simulated.limit;

import org.jspecify.annotations.NullMarked;
