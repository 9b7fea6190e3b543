/** Tries whether certification finds the names that clouds give requests. */
@NullMarked
package io.cloudadapter.proof.request;

import org.jspecify.annotations.NullMarked;
