package io.cloudadapter.aws.client;

import java.util.regex.Pattern;

/** The form of the URL of an SQS queue: host, account and name. */
public final class QueueUrl {
  private static final Pattern FORM =
      Pattern.compile("https?://[A-Za-z0-9.:\\[\\]-]+/[0-9]{12}/[A-Za-z0-9_-]{1,80}(\\.fifo)?");

  private QueueUrl() {}

  /** Whether a text is the URL of a queue. */
  public static boolean matches(String text) {
    return FORM.matcher(text).matches();
  }
}
