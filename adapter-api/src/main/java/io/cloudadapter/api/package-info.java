/** What a user of a pool sees. */
@NullMarked
package io.cloudadapter.api;

import org.jspecify.annotations.NullMarked;
