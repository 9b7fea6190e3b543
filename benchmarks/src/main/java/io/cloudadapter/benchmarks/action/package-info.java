/** How fast actions of machines are accepted durably. */
@NullMarked
package io.cloudadapter.benchmarks.action;

import org.jspecify.annotations.NullMarked;
