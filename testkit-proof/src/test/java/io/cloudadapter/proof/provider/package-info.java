/** What adapters that wrap a right one have in common. */
@NullMarked
package io.cloudadapter.proof.provider;

import org.jspecify.annotations.NullMarked;
