package io.cloudadapter.aws.client;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * The kind of an answer, found before its content is read. The SDK accepts any document as an answer, and takes
 * everything missing in it as empty: a page of a proxy would be a list without machines.
 *
 * @param root the name of the outermost element; {@value #OBJECT} of JSON, where it has none
 * @param elements the names of all others; in JSON those of its fields
 * @param texts the first text of each of {@link #TOLD}
 */
record ResponseEnvelope(String root, Set<String> elements, Map<String, String> texts) {
  private static final Set<String> TOLD = Set.of("Code", "Message", "RequestID", "RequestId");
  private static final String OBJECT = "{}";
  private static final Set<String> ERRORS = Set.of("Response", "ErrorResponse", OBJECT);
  private static final JsonMapper JSON = JsonMapper.builder()
      .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
      .build();

  /** Reads to the end; empty if that is not one whole document of the kind that the service writes. */
  static Optional<ResponseEnvelope> of(AwsService service, byte[] bytes) {
    return service.json ? json(bytes) : xml(bytes);
  }

  private static Optional<ResponseEnvelope> json(byte[] bytes) {
    JsonNode json;
    try {
      json = JSON.readTree(bytes);
    } catch (IOException e) {
      return Optional.empty();
    }
    if (!json.isObject()) {
      return Optional.empty();
    }
    Set<String> fields = new HashSet<>();
    json.fieldNames().forEachRemaining(fields::add);
    Map<String, String> texts = new HashMap<>();
    if (json.hasNonNull("__type")) {
      // A name in a space of its own, such as com.amazonaws.sqs#QueueDoesNotExist.
      String type = json.path("__type").asText("");
      texts.put("Code", type.substring(type.indexOf('#') + 1));
    }
    for (String name : List.of("Message", "message")) {
      if (json.hasNonNull(name)) {
        texts.put("Message", json.path(name).asText(""));
      }
    }
    return Optional.of(new ResponseEnvelope(OBJECT, Set.copyOf(fields), Map.copyOf(texts)));
  }

  private static Optional<ResponseEnvelope> xml(byte[] bytes) {
    try {
      XMLStreamReader xml = factory().createXMLStreamReader(new ByteArrayInputStream(bytes));
      try {
        return Optional.of(read(xml));
      } finally {
        xml.close();
      }
    } catch (XMLStreamException | RuntimeException e) {
      // The JDK's reader throws unchecked exceptions, too, for some of what is not well formed.
      return Optional.empty();
    }
  }

  /** The JDK's own factory, independent of the thread's class loader. */
  private static XMLInputFactory factory() {
    XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
    factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
    factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
    return factory;
  }

  private static ResponseEnvelope read(XMLStreamReader xml) throws XMLStreamException {
    String root = "";
    Set<String> elements = new HashSet<>();
    Map<String, String> texts = new HashMap<>();
    while (xml.hasNext()) {
      if (xml.next() == XMLStreamConstants.START_ELEMENT) {
        String name = xml.getLocalName();
        if (root.isEmpty()) {
          root = name;
        } else {
          elements.add(name);
        }
        if (TOLD.contains(name) && !texts.containsKey(name)) {
          texts.put(name, xml.getElementText());
        }
      }
    }
    return new ResponseEnvelope(root, Set.copyOf(elements), Map.copyOf(texts));
  }

  /** Whether it is the answer to a request, and not only called so. */
  boolean answers(ApiCall asked) {
    String wanted = asked.service().json ? OBJECT : asked.action() + "Response";
    return root.equals(wanted) && elements.containsAll(asked.must());
  }

  /** The code of an error; empty if it is not an error in AWS's own words. */
  Optional<String> code() {
    return Optional.ofNullable(texts.get("Code")).filter(code -> ERRORS.contains(root));
  }

  String message() {
    return texts.getOrDefault("Message", "");
  }

  /** As the EC2 API writes it, or all others. */
  Optional<String> requestId() {
    return Optional.ofNullable(texts.get("RequestID"))
        .or(() -> Optional.ofNullable(texts.get("RequestId")));
  }
}
