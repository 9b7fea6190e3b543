/** Trials of launches whose specs differ from the sample's: other zones, sizes and texts, and what is said of them. */
@NullMarked
package io.cloudadapter.testkit.specs;

import org.jspecify.annotations.NullMarked;
