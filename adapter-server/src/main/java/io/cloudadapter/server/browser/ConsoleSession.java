package io.cloudadapter.server.browser;

import io.cloudadapter.server.http.Caller;
import java.time.Instant;

/**
 * A session of the console: who has signed in, and until when.
 *
 * @param caller who has signed in, with the rights of its credential
 * @param by the credential that it has shown
 * @param ends when the session ends, used or not
 */
record ConsoleSession(Caller caller, SignIn by, Instant ends) {}
