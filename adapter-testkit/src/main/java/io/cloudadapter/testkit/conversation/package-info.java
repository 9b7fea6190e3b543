/** Conversations: sequences of calls, faults and waits that a seed draws, and the model that they are compared with. */
@NullMarked
package io.cloudadapter.testkit.conversation;

import org.jspecify.annotations.NullMarked;
