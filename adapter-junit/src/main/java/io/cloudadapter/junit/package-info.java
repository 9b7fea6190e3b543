/** Pools for tests of programs that use pools. Start with {@link io.cloudadapter.junit.CloudAdapterExtension}. */
@NullMarked
package io.cloudadapter.junit;

import org.jspecify.annotations.NullMarked;
