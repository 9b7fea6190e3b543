package io.cloudadapter.server.access;

import io.cloudadapter.server.http.Caller;
import io.cloudadapter.server.http.HttpError;
import io.cloudadapter.server.options.PoolVerb;

/** Refuses changes that are outside of a caller's scope. */
public final class AccessDenial {
  private AccessDenial() {}

  /**
   * Checks a change that does not go through a pool.
   *
   * @param caller who asks, about a pool that it sees
   * @param verb how it changes the pool
   * @throws HttpError 403 if the verb is not in the caller's scope
   */
  public static void check(Caller caller, PoolVerb verb) {
    if (!caller.scope().allows(verb)) {
      throw of(verb);
    }
  }

  static HttpError of(PoolVerb verb) {
    return HttpError.of(
        403,
        "this needs the verb " + verb.word() + ", which is not in the scope of this caller",
        "the server's configuration has the verbs of each caller");
  }
}
