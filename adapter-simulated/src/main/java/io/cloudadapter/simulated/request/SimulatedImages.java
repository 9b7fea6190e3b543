package io.cloudadapter.simulated.request;

import java.util.Map;
import java.util.TreeMap;

/** The ids to which names of images lead. A name that was never moved is the id of its image. Not kept in a file. */
public final class SimulatedImages {
  private final Map<String, String> ids = new TreeMap<>();

  public String resolve(String image) {
    return ids.getOrDefault(image, image);
  }

  public void move(String name, String id) {
    if (name.isBlank() || id.isBlank() || ids.containsKey(id) || name.equals(id)) {
      throw new IllegalArgumentException(
          "id must be the id of another image, and no name that leads to one, was '" + id + "' for"
              + " name '" + name + "'");
    }
    ids.put(name, id);
  }
}
