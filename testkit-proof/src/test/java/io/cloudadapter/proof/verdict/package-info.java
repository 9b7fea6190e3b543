/** Tries whether verdicts blame the right party, and claim no more than what was tried. */
@NullMarked
package io.cloudadapter.proof.verdict;

import org.jspecify.annotations.NullMarked;
