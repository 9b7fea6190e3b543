/**
 * Commands that try scaling policies without a cloud.
 */
@NullMarked
package io.cloudadapter.cli.policy;

import org.jspecify.annotations.NullMarked;
