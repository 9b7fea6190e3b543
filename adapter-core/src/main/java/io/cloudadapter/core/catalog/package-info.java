/** The configurations of pools as the store holds them: who manages each, its versions, and its secrets, encrypted. */
@NullMarked
package io.cloudadapter.core.catalog;

import org.jspecify.annotations.NullMarked;
