/** What the author of a provider sees. */
@NullMarked
package io.cloudadapter.spi;

import org.jspecify.annotations.NullMarked;
