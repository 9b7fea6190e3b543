package io.cloudadapter.api.cloud;

/**
 * A public key with which a user signs in over SSH. Its text never appears in logs.
 *
 * @param user the user's name on the machine, 1 to 256 printable characters
 * @param text the key as in {@code authorized_keys}, 1 character or more
 */
public record SshKey(String user, String text) {
  /**
   * Checks both.
   *
   * @throws IllegalArgumentException if the user is not of that form, or the text is empty
   */
  public SshKey {
    NameSyntax.text("user", user);
    if (text.isBlank()) {
      throw new IllegalArgumentException("the text of an SSH key must not be empty");
    }
  }

  @Override
  public String toString() {
    return "SshKey[of " + user + ", " + text.length() + " characters]";
  }
}
