package io.cloudadapter.server.cloudprovider;

import com.fasterxml.jackson.core.JsonGenerator;
import io.cloudadapter.api.MachineId;
import io.cloudadapter.api.cloud.Cloud;
import io.cloudadapter.api.cloud.Instance;
import io.cloudadapter.api.cloud.NodeAddress;
import io.cloudadapter.api.cloud.SshKey;
import io.cloudadapter.server.http.HttpReply;
import io.cloudadapter.server.http.HttpRequest;
import io.cloudadapter.server.http.JsonBody;
import io.cloudadapter.server.http.PathDecoder;
import io.cloudadapter.server.http.SafeText;
import io.cloudadapter.spi.feature.Instances;
import java.io.IOException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The endpoints of the interface {@code instances}. */
final class InstanceEndpoints {
  static final String REST = "rest";
  private static final Pattern NODE = Pattern.compile("node/([^/]+)");
  private static final Pattern OF_ONE = Pattern.compile("(.+)/(ID|nodeAddresses|metadata)");

  private final FeatureEndpoint<Instances> asking;
  private final String scheme;

  InstanceEndpoints(Cloud cloud, String providerName) {
    this.asking = new FeatureEndpoint<>(cloud, Instances.class, "instances");
    this.scheme = providerName + "://";
  }

  boolean supported() {
    return asking.supported();
  }

  /**
   * Answers every read below instances. The rest of the path is a regular expression; question mark and query belong
   * to it.
   */
  HttpReply read(HttpRequest request) {
    return read(request, request.parameters().getOrDefault(REST, ""));
  }

  /** A GET at the place of a POST: its last segment is an expression as well. */
  HttpReply read(HttpRequest request, String rest) {
    String path = rest.endsWith("/") ? rest.substring(0, rest.length() - 1) : rest;
    Matcher node = NODE.matcher(path);
    Matcher one = OF_ONE.matcher(path);
    boolean ofOne = one.matches();
    if (node.matches() && !(ofOne && named("node").isPresent())) {
      return nodeName(node.group(1));
    }
    if (ofOne) {
      return switch (one.group(2)) {
        case "ID" -> id(one.group(1));
        case "nodeAddresses" -> addresses(one.group(1));
        default -> metadata(one.group(1));
      };
    }
    String query = request.head().query().map(raw -> "?" + decodedIfItCan(raw)).orElse("");
    return list(NamePattern.of((query.isEmpty() ? path : rest) + query));
  }

  /** What follows a question mark is sent as it is, so a percent sign there may be just that. */
  private static String decodedIfItCan(String raw) {
    try {
      return PathDecoder.decode(raw);
    } catch (io.cloudadapter.server.http.HttpError notEscaped) {
      return raw;
    }
  }

  private Optional<Instance> named(String name) {
    return asking.ask(name, (instances, call) -> instances.named(name, call));
  }

  /** An instance by its name, or by its host name, which load balancers take as well. */
  private Instance present(String name) {
    return find(name).orElseThrow(() -> asking.missing(SafeText.bare(name)));
  }

  /** An instance by its name; else by its host name, so that a name always wins. */
  private Optional<Instance> find(String name) {
    return named(name).or(() -> hosted(name));
  }

  private Optional<Instance> hosted(String host) {
    return asking.ask(host, (instances, call) -> instances.hosted(host, call));
  }

  private HttpReply list(NamePattern expression) {
    List<Instance> all = asking.ask("", Instances::all);
    expression.refuseIfSlow(all.stream().mapToLong(one -> one.name().length()).sum());
    return HttpReply.json(200, json -> {
      json.writeStartObject();
      json.writeArrayFieldStart("instances");
      for (Instance instance : all) {
        // The client could not ask for any other: it does not escape names.
        if (PathNames.safe(instance.name()) && expression.in(instance.name())) {
          json.writeStartObject();
          json.writeStringField("instanceName", instance.name());
          json.writeEndObject();
        }
      }
      json.writeEndArray();
      json.writeEndObject();
    });
  }

  private HttpReply id(String name) {
    String id = present(name).id().value();
    return HttpReply.json(200, json -> Replies.one(json, "instanceID", id));
  }

  private HttpReply nodeName(String host) {
    String name =
        hosted(host).map(Instance::name).orElseThrow(() -> asking.missing(SafeText.bare(host)));
    return HttpReply.json(200, json -> Replies.one(json, "nodeName", name));
  }

  private HttpReply addresses(String name) {
    Instance instance = present(name);
    Set<Map.Entry<String, String>> shown = new LinkedHashSet<>();
    instance
        .addresses()
        .forEach(address -> shown.add(Map.entry(oldType(address.kind()), address.address())));
    return HttpReply.json(200, json -> {
      json.writeStartObject();
      json.writeArrayFieldStart("nodeAddresses");
      for (Map.Entry<String, String> address : shown) {
        write(json, address.getKey(), address.getValue());
      }
      json.writeEndArray();
      json.writeEndObject();
    });
  }

  private static void write(JsonGenerator json, String type, String address) throws IOException {
    json.writeStartObject();
    json.writeStringField("type", type);
    json.writeStringField("address", address);
    json.writeEndObject();
  }

  /** The client fails on types that it does not support, and it has no type for the DNS. */
  private static String oldType(NodeAddress.Kind kind) {
    return switch (kind) {
      case INTERNAL_IP -> "InternalIP";
      case EXTERNAL_IP -> "ExternalIP";
      case HOST_NAME, INTERNAL_DNS, EXTERNAL_DNS -> "Hostname";
    };
  }

  private static String type(NodeAddress.Kind kind) {
    return switch (kind) {
      case INTERNAL_IP -> "InternalIP";
      case EXTERNAL_IP -> "ExternalIP";
      case HOST_NAME -> "Hostname";
      case INTERNAL_DNS -> "InternalDNS";
      case EXTERNAL_DNS -> "ExternalDNS";
    };
  }

  /** Ours: all about one instance, by provider id or by name. That it does not exist is an answer. */
  private HttpReply metadata(String which) {
    Optional<Instance> found = byProviderId(which).or(() -> find(which));
    return HttpReply.json(200, json -> {
      json.writeStartObject();
      json.writeBooleanField("exists", found.isPresent());
      if (found.isPresent()) {
        writeMetadata(json, found.get());
      }
      json.writeEndObject();
    });
  }

  private Optional<Instance> byProviderId(String which) {
    Optional<MachineId> id =
        machine(which.startsWith(scheme) ? which.substring(scheme.length()) : which);
    return id.flatMap(
        known -> asking.ask(which, (instances, call) -> instances.identified(known, call)));
  }

  private static Optional<MachineId> machine(String text) {
    try {
      return Optional.of(new MachineId(text));
    } catch (IllegalArgumentException noId) {
      return Optional.empty();
    }
  }

  private void writeMetadata(JsonGenerator json, Instance instance) throws IOException {
    json.writeBooleanField("shutdown", instance.shutDown());
    json.writeStringField("providerID", scheme + instance.id());
    json.writeStringField("instanceName", instance.name());
    json.writeStringField("hostName", instance.hostName());
    if (instance.size().isPresent()) {
      json.writeStringField("instanceType", instance.size().get());
    }
    json.writeArrayFieldStart("nodeAddresses");
    for (NodeAddress address : instance.addresses()) {
      write(json, type(address.kind()), address.address());
    }
    json.writeEndArray();
    if (instance.zone().isPresent()) {
      json.writeStringField("zone", instance.zone().get().name());
      json.writeStringField("region", instance.zone().get().region());
    }
    json.writeObjectFieldStart("labels");
    for (Map.Entry<String, String> label : instance.labels().entrySet()) {
      json.writeStringField(label.getKey(), label.getValue());
    }
    json.writeEndObject();
  }

  /** The name of the instance that a caller means by a name or host name; as it came if there is none. */
  String nameOf(String which) {
    return supported() ? find(which).map(Instance::name).orElse(which) : which;
  }

  /** An instance that is there, for others who ask about it. */
  Instance there(String name) {
    return present(name);
  }

  HttpReply addSshKey(HttpRequest request) {
    CloudproviderFaults faults = new CloudproviderFaults();
    JsonBody body = JsonBody.read(request.body(), faults);
    String user = faults.required(body, "user");
    if (user.length() > 256 || user.chars().anyMatch(Character::isISOControl)) {
      faults.invalid("user", "must be 1 to 256 printable characters");
    }
    String field = body.has("keyData") || !body.has("keydata") ? "keyData" : "keydata";
    Optional<String> sent =
        body.value(field).map(SshKeyReader::text).filter(text -> !text.isBlank());
    if (sent.isEmpty()) {
      faults.invalid(field, "must be a key: a text that is not empty, or any other JSON but null");
    }
    faults.refuseIfAny("instances", "");
    SshKey key = new SshKey(user, sent.orElseThrow());
    boolean added = asking.change("", (instances, call) -> instances.addSshKey(key, call));
    return HttpReply.json(200, json -> {
      json.writeStartObject();
      json.writeBooleanField("SSHKeyAdded", added);
      json.writeEndObject();
    });
  }
}
