/** What callers ask of the simulated cloud: calls with their ends, launches, and the keys of launches. */
@NullMarked
package io.cloudadapter.simulated.request;

import org.jspecify.annotations.NullMarked;
