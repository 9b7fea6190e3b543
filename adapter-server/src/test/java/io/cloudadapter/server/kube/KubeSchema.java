package io.cloudadapter.server.kube;

import com.google.gson.Gson;
import com.google.gson.JsonArray;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParseException;
import io.kubernetes.client.openapi.JSON;
import java.lang.reflect.InvocationTargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * Checks resources against the types of the Kubernetes API, which its client makes of the published OpenAPI document:
 * unknown fields, missing ones and values of another type are refused.
 */
final class KubeSchema {
  private KubeSchema() {}

  /** Whether the API itself has the kind, and not an operator or a tool. */
  static boolean has(Map<?, ?> resource) {
    String group = group(resource);
    return !group.contains(".") || (group.endsWith(".k8s.io") && !group.startsWith("kustomize."));
  }

  private static String group(Map<?, ?> resource) {
    String version = String.valueOf(resource.get("apiVersion"));
    return version.contains("/") ? version.substring(0, version.indexOf('/')) : "";
  }

  /**
   * What is wrong with a resource.
   *
   * @return sentences; empty if nothing is
   */
  static List<String> faults(Map<?, ?> resource) throws ReflectiveOperationException {
    String version = String.valueOf(resource.get("apiVersion"));
    String of = version.substring(version.indexOf('/') + 1);
    Class<?> type = Class.forName("io.kubernetes.client.openapi.models."
        + of.substring(0, 1).toUpperCase(Locale.ROOT) + of.substring(1) + resource.get("kind"));
    JsonElement written = new Gson().toJsonTree(resource);
    List<String> faults = new ArrayList<>();
    try {
      type.getMethod("validateJsonElement", JsonElement.class).invoke(null, written);
      JsonElement read = JSON.getGson().toJsonTree(JSON.getGson().fromJson(written, type));
      if (!withoutEmpty(read).equals(withoutEmpty(written))) {
        faults.add("a value is of another type: " + written + " is read as " + read);
      }
    } catch (InvocationTargetException e) {
      faults.add(String.valueOf(e.getCause().getMessage()));
    } catch (JsonParseException | NumberFormatException e) {
      faults.add(String.valueOf(e.getMessage()));
    }
    return faults;
  }

  /** The types have an empty list where a resource has none. */
  private static JsonElement withoutEmpty(JsonElement element) {
    if (element.isJsonObject()) {
      JsonObject object = new JsonObject();
      element.getAsJsonObject().entrySet().forEach(field -> {
        JsonElement value = withoutEmpty(field.getValue());
        boolean empty = value.isJsonArray() && value.getAsJsonArray().isEmpty()
            || value.isJsonObject() && value.getAsJsonObject().isEmpty();
        if (!empty) {
          object.add(field.getKey(), value);
        }
      });
      return object;
    }
    if (element.isJsonArray()) {
      JsonArray array = new JsonArray();
      element.getAsJsonArray().forEach(value -> array.add(withoutEmpty(value)));
      return array;
    }
    return element;
  }
}
