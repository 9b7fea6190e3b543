package io.cloudadapter.aws;

import io.cloudadapter.spi.Verb;
import java.util.Set;

/**
 * One request to a service, as far as its answer is judged by it. READ is the verb of all that change nothing.
 *
 * @param action as the service calls it
 * @param about what it is about, for messages: no secrets
 * @param must the elements without which a good answer is none
 * @param place what a shortage would be one of
 */
record Asked(
    Service service, Verb verb, String action, String about, Set<String> must, Place place) {

  static Asked read(Service service, String action, String must) {
    return new Asked(service, Verb.READ, action, "", Set.of(must), Place.ANY);
  }

  static Asked write(Verb verb, String action, String about, String must) {
    return new Asked(Service.EC2, verb, action, about, Set.of(must), Place.ANY);
  }

  /** A write whose good answer says no more than that it is one. */
  static Asked write(Verb verb, String action, String about) {
    return new Asked(Service.EC2, verb, action, about, Set.of(), Place.ANY);
  }

  boolean writes() {
    return verb != Verb.READ;
  }

  /** For messages: the request itself may hold secrets. */
  @Override
  public String toString() {
    return service.word + ":" + action + (about.isEmpty() ? "" : " " + about);
  }
}
