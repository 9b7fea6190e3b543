/**
 * What a certification found: verdicts, certificates as JSON and HTML, a badge, and the matrix of faults.
 */
@NullMarked
package io.cloudadapter.testkit.report;

import org.jspecify.annotations.NullMarked;
