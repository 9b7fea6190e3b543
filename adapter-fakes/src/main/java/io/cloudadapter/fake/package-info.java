/** Doubles for tests of adapters: a call, and a server that answers with bytes of the test's choice. */
@NullMarked
package io.cloudadapter.fake;

import org.jspecify.annotations.NullMarked;
