/** The actions of a keeper's machines, such as a reboot: what callers ask, what runs, and how each ends. */
@NullMarked
package io.cloudadapter.core.keeper.action;

import org.jspecify.annotations.NullMarked;
