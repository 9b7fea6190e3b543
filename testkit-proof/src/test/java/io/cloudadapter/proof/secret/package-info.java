/** Tries whether certification finds secrets in disguise, and takes nothing else for one. */
@NullMarked
package io.cloudadapter.proof.secret;

import org.jspecify.annotations.NullMarked;
