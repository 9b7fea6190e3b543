/** Doubles for tests of adapters: a call, and a server that answers with bytes of the test's choice. */
@NullMarked
package io.cloudadapter.http.fake;

import org.jspecify.annotations.NullMarked;
