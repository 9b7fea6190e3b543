package io.cloudadapter.core.template;

import io.cloudadapter.api.PoolName;
import io.cloudadapter.api.Secret;
import io.cloudadapter.core.config.LaunchConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * What a launch template is, without its values: a keyed digest of each field that is set, and one of all of them. Two
 * templates of one pool are equal if their digests are. Zones are no part of it: they determine where machines are
 * launched, not what they are.
 *
 * @param keyId the id of the key; digests under different keys cannot be compared
 * @param all the digest of the whole template, 32 hexadecimal digits
 * @param fields for each field that is set its digest, 16 hexadecimal digits
 */
public record TemplateDigest(String keyId, String all, Map<String, String> fields) {
  /** The field of the id to which the image is resolved. */
  public static final String RESOLVED_IMAGE = "resolvedImage";

  private static final String IMAGE = "image";
  private static final int WHOLE = 16;
  private static final int FIELD = 8;

  /** Copies the fields; those that were left out when stored are none. */
  public TemplateDigest {
    keyId = keyId == null ? "" : keyId;
    all = all == null ? "" : all;
    fields = fields == null ? Map.of() : Map.copyOf(fields);
  }

  /**
   * The digest of a launch configuration.
   *
   * @param pool the pool, so that equal secrets of two pools have different digests
   * @param launch what its machines are made of
   * @param key the key of digests
   */
  public static TemplateDigest of(PoolName pool, LaunchConfig launch, TemplateKey key) {
    TreeMap<String, String> fields = new TreeMap<>();
    launch.image().ifPresent(image -> fields.put(IMAGE, image));
    launch.size().ifPresent(size -> fields.put("size", size));
    fields.put("market", launch.market().name().toLowerCase(Locale.ROOT));
    launch.userData().map(Secret::reveal).ifPresent(data -> fields.put("userData", data));
    launch.tags().forEach((name, value) -> fields.put("tags." + name, value));
    launch.template().forEach((name, value) -> fields.put("template." + name, value));
    StringBuilder whole = new StringBuilder(pool.value());
    TreeMap<String, String> digests = new TreeMap<>();
    fields.forEach((name, value) -> {
      // Lengths first: no two templates are written alike.
      String text = name.length() + " " + name + value.length() + " " + value;
      whole.append('\n').append(text);
      digests.put(name, key.digest(pool.value() + "\n" + text, FIELD));
    });
    return new TemplateDigest(key.id(), key.digest(whole.toString(), WHOLE), digests);
  }

  /**
   * The digest of the same template with its image resolved.
   *
   * @param id the cloud's id of the image
   * @param key the key of this digest, which has no resolved image
   */
  public TemplateDigest resolvedTo(String id, TemplateKey key) {
    TreeMap<String, String> digests = new TreeMap<>(fields);
    digests.put(RESOLVED_IMAGE, key.digest(RESOLVED_IMAGE + " " + id, FIELD));
    return new TemplateDigest(
        keyId, key.digest(all + "\n" + RESOLVED_IMAGE + " " + id, WHOLE), digests);
  }

  /** Whether both have the same image as configured, under the same key. */
  public boolean sharesImage(TemplateDigest other) {
    return comparable(other)
        && fields.containsKey(IMAGE)
        && fields.get(IMAGE).equals(other.fields.get(IMAGE));
  }

  /** Whether nothing is known in which the templates differ, by digests under one key. */
  public boolean mayEqual(TemplateDigest other) {
    return comparable(other) && differences(other).isEmpty();
  }

  /** Whether the templates are known to differ. An image that is not resolved is no difference. */
  public boolean differsFrom(TemplateDigest other) {
    return comparable(other) && !differences(other).isEmpty();
  }

  /** Whether the other digest is under the same key, so that a difference means something. */
  public boolean comparable(TemplateDigest other) {
    return keyId.equals(other.keyId);
  }

  /** Whether it is under a key, so that it can be compared with digests under that key. */
  public boolean isUnder(TemplateKey key) {
    return keyId.equals(key.id());
  }

  /**
   * The fields that differ. Resolved images are compared only if both templates have one, and have the same image as
   * configured.
   *
   * @param other a digest under the same key
   * @return their names, sorted; empty if the templates are equal, or may be
   */
  public List<String> differences(TemplateDigest other) {
    TreeSet<String> names = new TreeSet<>(fields.keySet());
    names.addAll(other.fields.keySet());
    List<String> differing = new ArrayList<>();
    for (String name : names) {
      boolean differs = !fields.getOrDefault(name, "").equals(other.fields.getOrDefault(name, ""));
      if (differs && (!name.equals(RESOLVED_IMAGE) || comparesImages(other))) {
        differing.add(name);
      }
    }
    return differing;
  }

  private boolean comparesImages(TemplateDigest other) {
    return sharesImage(other)
        && fields.containsKey(RESOLVED_IMAGE)
        && other.fields.containsKey(RESOLVED_IMAGE);
  }
}
