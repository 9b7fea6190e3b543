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
    launch.image().ifPresent(image -> fields.put("image", image));
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

  /** Whether the other digest is under the same key, so that a difference means something. */
  public boolean comparable(TemplateDigest other) {
    return keyId.equals(other.keyId);
  }

  /** Whether it is under a key, so that it can be compared with digests under that key. */
  public boolean isUnder(TemplateKey key) {
    return keyId.equals(key.id());
  }

  /**
   * The fields that differ.
   *
   * @param other a digest under the same key
   * @return their names, sorted; empty if the templates are equal
   */
  public List<String> differences(TemplateDigest other) {
    TreeSet<String> names = new TreeSet<>(fields.keySet());
    names.addAll(other.fields.keySet());
    List<String> differing = new ArrayList<>();
    for (String name : names) {
      if (!fields.getOrDefault(name, "").equals(other.fields.getOrDefault(name, ""))) {
        differing.add(name);
      }
    }
    return differing;
  }
}
