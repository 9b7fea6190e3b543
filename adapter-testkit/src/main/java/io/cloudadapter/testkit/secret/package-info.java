/** Places where secrets show beside what a call returns: logs of SLF4J, and the text of objects. */
@NullMarked
package io.cloudadapter.testkit.secret;

import org.jspecify.annotations.NullMarked;
