package io.cloudadapter.openstack.client;

import io.cloudadapter.spi.CloudException;
import io.cloudadapter.spi.CloudException.Effect;
import io.cloudadapter.spi.CloudException.Kind;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The version of Nova's API that requests ask for: the adapter's own, or the newest of this cloud if that is older.
 * Nova names it when it refuses the adapter's, so no request for it is needed before. Any thread may use it.
 */
final class Microversion {
  /** The first version that reports cells that are down, from Stein (2019) on. */
  private static final int WANTED = 69;

  /** Takes tags in the request that creates, from Queens (2018) on. Without these nothing is safe. */
  private static final int LEAST = 52;

  private static final Pattern NEWEST = Pattern.compile("maximum is 2\\.([0-9]{1,4})\\b");

  private volatile int minor = WANTED;

  String header() {
    return "compute 2." + minor;
  }

  /** Whether a reply refuses our version, and another one is to be tried. */
  boolean isLoweredBy(OpenStackResponse reply) {
    if (reply.status() != 406) {
      return false;
    }
    Matcher newest = NEWEST.matcher(ErrorBody.by(reply).map(ErrorBody::message).orElse(""));
    if (!newest.find()) {
      return false;
    }
    int theirs = Integer.parseInt(newest.group(1));
    if (theirs < LEAST) {
      throw CloudException.of(
              Kind.UNSUPPORTED,
              Effect.NONE,
              "this Nova supports versions up to 2." + theirs + " of its API; 2." + LEAST
                  + " (Queens, 2018) or newer is needed")
          .build();
    }
    boolean lower = theirs < minor;
    minor = Math.min(minor, theirs);
    return lower;
  }
}
