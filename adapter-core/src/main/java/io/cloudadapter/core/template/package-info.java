/** Launch templates: what the machines of a pool are made from, compared by keyed digests that reveal no secret. */
@NullMarked
package io.cloudadapter.core.template;

import org.jspecify.annotations.NullMarked;
