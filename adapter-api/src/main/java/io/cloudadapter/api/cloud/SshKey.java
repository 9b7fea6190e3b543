package io.cloudadapter.api.cloud;

/**
 * A public key by which a user may sign in over SSH. Public or not, nobody needs to read it in a log: its
 * text is never shown.
 *
 * @param user whose account on the machine, 1 to 256 printable characters
 * @param text the key as {@code authorized_keys} has it, 1 character or more
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
