package io.cloudadapter.spi.feature;

import io.cloudadapter.spi.CallContext;
import io.cloudadapter.spi.CloudException;

/**
 * The feature that resolves the image of a launch to the cloud's own id of it, for clouds whose images have names that
 * may lead to another image later. The core asks at its own pace, and launches by the id, so that all machines of one
 * launch template are made from one image.
 */
public interface ImageResolver {

  /**
   * Returns the id of the image that {@link io.cloudadapter.spi.MachineProvider#prepare} takes for a name at this
   * moment. An id is never given to another image, resolves to itself, and a launch may have it in place of the name.
   * Each call reads the cloud: a name may lead to another image at any time.
   *
   * @param image a name, an alias or an id, as in {@link io.cloudadapter.spi.LaunchSpec#image()}
   * @param call deadline, rate limit and cancellation of this call
   * @return the id, 1 to 1000 characters, not secret
   * @throws CloudException NOT_FOUND if no image has this name or id, INVALID if several do; or if reading failed
   */
  String resolve(String image, CallContext call);
}
