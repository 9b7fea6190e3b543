/**
 * The command that certifies an adapter without a test class.
 */
@NullMarked
package io.cloudadapter.cli.certify;

import org.jspecify.annotations.NullMarked;
