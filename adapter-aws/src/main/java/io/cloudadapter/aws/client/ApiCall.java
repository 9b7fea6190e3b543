package io.cloudadapter.aws.client;

import io.cloudadapter.spi.RequestKind;
import java.util.Set;

/**
 * One request to a service, as far as its answer is judged by it. READ is the verb of all that change nothing.
 *
 * @param action as the service calls it
 * @param about what it is about, for messages: no secrets
 * @param must the elements without which a good answer is none
 * @param place what a shortage would be one of
 */
public record ApiCall(
    AwsService service,
    RequestKind verb,
    String action,
    String about,
    Set<String> must,
    FailureScope place) {

  public static ApiCall read(AwsService service, String action, String must) {
    return new ApiCall(service, RequestKind.READ, action, "", Set.of(must), FailureScope.ANY);
  }

  public static ApiCall write(RequestKind verb, String action, String about, String must) {
    return new ApiCall(AwsService.EC2, verb, action, about, Set.of(must), FailureScope.ANY);
  }

  /** A write whose successful answer has no content. */
  public static ApiCall write(RequestKind verb, String action, String about) {
    return new ApiCall(AwsService.EC2, verb, action, about, Set.of(), FailureScope.ANY);
  }

  boolean writes() {
    return verb != RequestKind.READ;
  }

  /** For messages: the request itself may hold secrets. */
  @Override
  public String toString() {
    return service.word + ":" + action + (about.isEmpty() ? "" : " " + about);
  }
}
