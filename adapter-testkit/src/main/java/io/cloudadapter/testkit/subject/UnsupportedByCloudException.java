package io.cloudadapter.testkit.subject;

/**
 * Thrown by a {@link TestCloudConsole} for what its cloud does not have at all, as its documentation says: machines
 * that stop, parts that can be away, launches that fail after they were accepted. Rules about it are then
 * NOT_CLAIMED, with this reason; for a power that the console only lacks they are UNTESTED.
 */
public final class UnsupportedByCloudException extends UnsupportedOperationException {
  private static final long serialVersionUID = 1L;

  /**
   * What the cloud does not have.
   *
   * @param why a sentence for the certificate, such as {@code Acme has no zones that could be away}
   */
  public UnsupportedByCloudException(String why) {
    super(why);
  }
}
