package io.cloudadapter.server.config;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.cloudadapter.api.scaling.Policy;
import io.cloudadapter.server.config.ConfigSchema.Part;
import io.cloudadapter.spi.HookChannel;
import io.cloudadapter.spi.MachineProviderFactory;
import io.cloudadapter.spi.config.ConfigKey;
import io.cloudadapter.spi.config.ConfigSpec;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * The JSON Schema (draft 7) of the configuration file, with which editors complete and check it. It is made of the
 * same keys as those that the server reads. What depends on several keys, such as minSize and maxSize, is not in it.
 */
public final class ConfigJsonSchema {
  private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
  private static final String NAMED = ".<name>";

  private final Map<String, MachineProviderFactory> providers = new TreeMap<>();

  /**
   * A schema.
   *
   * @param providers the adapters that accounts may name
   */
  public ConfigJsonSchema(Iterable<? extends MachineProviderFactory> providers) {
    providers.forEach(provider -> this.providers.put(provider.name(), provider));
  }

  /**
   * The schema as indented JSON.
   *
   * @return the text, with a line break at its end
   */
  public String text() {
    ObjectNode schema = JSON.objectNode()
        .put("$schema", "http://json-schema.org/draft-07/schema#")
        .put("title", "Configuration of the cloud adapter");
    schema.setAll(mapping(ConfigSchema.TOP));
    schema.putArray("required").add("accounts").add("pools");
    share(schema);
    return schema.toPrettyString() + "\n";
  }

  /** The structures in a pool are the same in pools by name and in listed ones: they stand in the schema once. */
  private static void share(ObjectNode schema) {
    ObjectNode pools = (ObjectNode) schema.get("properties").get("pools");
    ObjectNode definitions = schema.putObject("definitions");
    for (String name : PoolSchema.POOL.asideNames()) {
      for (String place : List.of("additionalProperties", "items")) {
        ObjectNode properties = (ObjectNode) pools.get(place).get("properties");
        definitions.set(name, properties.get(name));
        places(properties, name, JSON.objectNode().put("$ref", "#/definitions/" + name));
      }
    }
  }

  /** The mapping of a part, with the parts that stand under it. */
  private ObjectNode mapping(Part part) {
    ObjectNode mapping = keys(part.spec().keys(), "");
    ObjectNode properties = (ObjectNode) mapping.get("properties");
    part.asides()
        .forEach((name, doc) -> places(
            properties,
            name,
            aside(part.path().isEmpty() ? name : part.path() + "." + name)
                .put("description", doc)));
    return mapping;
  }

  /** Puts a structure where its key may be written: with its dots, and as mappings in mappings. */
  private static void places(ObjectNode properties, String key, ObjectNode structure) {
    properties.set(key, structure);
    int dot = key.indexOf('.');
    if (dot > 0) {
      ObjectNode group = properties.get(key.substring(0, dot)) instanceof ObjectNode known
          ? known
          : JSON.objectNode().put("type", "object").put("additionalProperties", false);
      properties.set(key.substring(0, dot), group);
      places(group.withObject("/properties"), key.substring(dot + 1), structure);
    }
  }

  private ObjectNode aside(String path) {
    if (path.equals("pools")) {
      return pools();
    }
    String name = path.substring(path.lastIndexOf('.') + 1);
    if (name.equals("clients") || name.equals("roles")) {
      return named(grant());
    }
    for (Part part : ConfigSchema.PARTS) {
      if (part.path().equals(path)) {
        return mapping(part);
      }
      if (part.path().equals(path + NAMED)) {
        return named(part.equals(ConfigSchema.ACCOUNT) ? account() : mapping(part));
      }
    }
    return switch (name) {
      case "labels", "nodeLabels", "prices", "tags" -> named(single());
      case "target" -> target();
      case "policies" -> named(policy());
      case "template" -> template();
      default -> throw new IllegalStateException("the structure of " + path + " is unknown");
    };
  }

  /** A role, or a role with the pools and verbs that it is limited to. */
  private ObjectNode grant() {
    ObjectNode grant = JSON.objectNode();
    grant.putArray("anyOf").add(value(ServerSchema.role())).add(mapping(ServerSchema.CLIENT));
    return grant;
  }

  /** Pools by name, or a list in which each has its name. */
  private ObjectNode pools() {
    ObjectNode pool = mapping(PoolSchema.POOL);
    ObjectNode listed = pool.deepCopy();
    ((ObjectNode) listed.get("properties"))
        .set("name", single().put("description", "The name of the pool."));
    required(listed).add("name");
    ObjectNode pools = JSON.objectNode();
    pools.putArray("type").add("object").add("array");
    pools.set("additionalProperties", pool);
    pools.set("items", listed);
    return pools;
  }

  /** An account, whose further keys are those of its adapter. */
  private ObjectNode account() {
    ObjectNode account = JSON.objectNode().put("type", "object");
    ObjectNode provider = account.putObject("properties").putObject("provider");
    ConfigKey key = ConfigSchema.ACCOUNT.spec().keys().get(0);
    provider.put("description", key.doc());
    ArrayNode names = provider.putArray("enum");
    required(account).add(key.name());
    ArrayNode cases = account.putArray("allOf");
    providers.forEach((name, factory) -> {
      names.add(name);
      ObjectNode one = cases.addObject();
      one.putObject("if").putObject("properties").putObject(key.name()).put("const", name);
      one.set(
          "then",
          keys(
              Stream.concat(
                      ConfigSchema.ACCOUNT.spec().keys().stream(), factory.config().keys().stream())
                  .toList(),
              ""));
    });
    return account;
  }

  /** The template of one adapter or another: which one follows from the account, which no schema can look up. */
  private ObjectNode template() {
    ObjectNode template = JSON.objectNode();
    ArrayNode any = template.putArray("anyOf");
    providers.values().stream()
        .map(MachineProviderFactory::template)
        .map(ConfigSpec::keys)
        .map(keys -> keys(keys, ""))
        .distinct()
        .forEach(any::add);
    return template;
  }

  /** Targets of any channel: all keys are allowed, since some channels do not name theirs. */
  private static ObjectNode target() {
    ObjectNode target = named(single());
    ObjectNode properties = JSON.objectNode();
    for (HookChannel channel : ServiceLoader.load(HookChannel.class)) {
      channel
          .targetKeys()
          .ifPresent(spec -> spec.keys()
              .forEach(key -> properties.set(
                  key.name(),
                  value(key).put("description", channel.channel() + ": " + key.doc()))));
    }
    if (!properties.isEmpty()) {
      target.set("properties", properties);
    }
    return target;
  }

  private static ObjectNode policy() {
    ObjectNode policy = JSON.objectNode().put("type", "object");
    ObjectNode properties = policy.putObject("properties");
    ArrayNode types = properties.putObject("type").putArray("enum");
    Set<String> names = new LinkedHashSet<>();
    Stream.of(Policy.Type.values())
        .map(Policy.Type::key)
        .forEach(text -> names.add(text.substring(0, text.lastIndexOf('-'))));
    names.forEach(types::add);
    properties.set("version", single());
    properties.putObject("properties").put("type", "object");
    required(policy).add("type").add("version").add("properties");
    return policy;
  }

  private static ObjectNode named(ObjectNode each) {
    ObjectNode named = JSON.objectNode().put("type", "object");
    named.set("additionalProperties", each);
    return named;
  }

  /**
   * A mapping of keys. One with dots may be written with its dots, or as mappings in mappings.
   *
   * @param prefix what the names of the keys in this mapping begin with
   */
  private static ObjectNode keys(List<ConfigKey> keys, String prefix) {
    ObjectNode mapping = JSON.objectNode().put("type", "object");
    ObjectNode properties = mapping.putObject("properties");
    Set<String> groups = new LinkedHashSet<>();
    List<ConfigKey> here = new ArrayList<>();
    for (ConfigKey key : keys) {
      if (key.name().startsWith(prefix)) {
        here.add(key);
        String rest = key.name().substring(prefix.length());
        properties.set(rest, value(key));
        for (int dot = rest.indexOf('.'); dot > 0; dot = rest.indexOf('.', dot + 1)) {
          groups.add(rest.substring(0, dot));
        }
        // A key with dots has two places; the server names one that is missing in both.
        if (key.required() && rest.indexOf('.') < 0) {
          required(mapping).add(rest);
        }
      }
    }
    groups.forEach(group -> properties.set(group, keys(here, prefix + group + ".")));
    return mapping.put("additionalProperties", false);
  }

  private static ArrayNode required(ObjectNode mapping) {
    return mapping.withArray("required");
  }

  private static ObjectNode value(ConfigKey key) {
    ObjectNode value = switch (key.type()) {
      case TEXT, SECRET -> single();
      case INTEGER -> number(key, "integer", "^-?(0|[1-9][0-9]{0,9})$");
      case DECIMAL -> number(key, "number", "^-?(0|[1-9][0-9]{0,14})([.][0-9]{1,15})?$");
      case BOOLEAN -> flag();
      case DURATION ->
        JSON.objectNode().put("type", "string").put("pattern", "^(0|[1-9][0-9]{0,8})(ms|s|m|h|d)$");
      case URI -> JSON.objectNode().put("type", "string").put("format", "uri");
      case CHOICE -> choices(key.choices());
      case LIST -> list();
    };
    key.defaultValue().ifPresent(usual -> value.put("default", usual));
    return value.put("description", key.doc());
  }

  /** A single value: text that looks like a number needs no quotes. */
  private static ObjectNode single() {
    ObjectNode text = JSON.objectNode();
    text.putArray("type").add("string").add("number").add("boolean");
    return text;
  }

  private static ObjectNode number(ConfigKey key, String type, String pattern) {
    ObjectNode number = JSON.objectNode();
    number.putArray("type").add(type).add("string");
    number.put("pattern", pattern);
    if (key.minimum() == ConfigKey.ABOVE_ZERO) {
      number.put("exclusiveMinimum", 0);
    } else {
      bound(number, "minimum", key.minimum());
    }
    bound(number, "maximum", key.maximum());
    return number;
  }

  private static void bound(ObjectNode number, String name, double value) {
    if (value == Math.rint(value) && Math.abs(value) < Long.MAX_VALUE) {
      number.put(name, (long) value);
    } else if (Double.isFinite(value) && Math.abs(value) < Double.MAX_VALUE) {
      number.put(name, value);
    }
  }

  private static ObjectNode flag() {
    ObjectNode flag = JSON.objectNode();
    flag.putArray("enum").add(true).add(false).add("true").add("false");
    return flag;
  }

  private static ObjectNode choices(List<String> choices) {
    ObjectNode choice = JSON.objectNode();
    choices.forEach(choice.putArray("enum")::add);
    return choice;
  }

  /** A list, or a text with commas. */
  private static ObjectNode list() {
    ObjectNode list = JSON.objectNode();
    list.putArray("type").add("array").add("string").add("number").add("boolean");
    list.set("items", single().put("pattern", "^[^,]*$"));
    return list;
  }
}
