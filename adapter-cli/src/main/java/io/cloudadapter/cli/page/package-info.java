/**
 * The pages with plots that commands write: their templates and their plots.
 */
@NullMarked
package io.cloudadapter.cli.page;

import org.jspecify.annotations.NullMarked;
