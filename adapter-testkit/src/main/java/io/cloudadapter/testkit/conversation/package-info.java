/** Conversations: sequences of calls, faults and waits that are drawn by a seed, and a model that each is compared with. */
@NullMarked
package io.cloudadapter.testkit.conversation;

import org.jspecify.annotations.NullMarked;
