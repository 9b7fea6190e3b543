package io.cloudadapter.testkit.rows;

import io.cloudadapter.api.MachineId;
import java.io.IOException;
import java.io.StringReader;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import javax.xml.XMLConstants;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import javax.xml.transform.TransformerException;
import javax.xml.transform.TransformerFactory;
import javax.xml.transform.dom.DOMSource;
import javax.xml.transform.stream.StreamResult;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

/** A row in XML: the element that has the machine's id as a child. */
final class XmlRow implements ReplyRow {
  private static final int DEEPEST = 3;

  private final Document document;
  private final Element row;

  private XmlRow(Document document, Element row) {
    this.document = document;
    this.row = row;
  }

  static Optional<ReplyRow> in(String text, MachineId machine) {
    try {
      DocumentBuilderFactory factory = DocumentBuilderFactory.newInstance();
      factory.setFeature(XMLConstants.FEATURE_SECURE_PROCESSING, true);
      factory.setFeature("http://apache.org/xml/features/disallow-doctype-decl", true);
      Document document =
          factory.newDocumentBuilder().parse(new InputSource(new StringReader(text)));
      return find(document.getDocumentElement(), machine).map(row -> new XmlRow(document, row));
    } catch (ParserConfigurationException | SAXException | IOException e) {
      return Optional.empty();
    }
  }

  private static Optional<Element> find(Element at, MachineId machine) {
    List<Element> children = children(at);
    for (Element child : children) {
      if (children(child).isEmpty() && child.getTextContent().strip().equals(machine.value())) {
        return Optional.of(at);
      }
    }
    return children.stream().flatMap(child -> find(child, machine).stream()).findFirst();
  }

  private static List<Element> children(Element at) {
    List<Element> children = new ArrayList<>();
    for (Node node = at.getFirstChild(); node != null; node = node.getNextSibling()) {
      if (node instanceof Element child) {
        children.add(child);
      }
    }
    return children;
  }

  @Override
  public String text() {
    try {
      StringWriter text = new StringWriter();
      TransformerFactory.newInstance()
          .newTransformer()
          .transform(new DOMSource(document), new StreamResult(text));
      return text.toString();
    } catch (TransformerException e) {
      throw new IllegalStateException("a reply in XML cannot be written again", e);
    }
  }

  @Override
  public List<List<String>> fields() {
    Set<List<String>> all = new LinkedHashSet<>();
    collect(row, List.of(), all);
    return List.copyOf(all);
  }

  private static void collect(Element at, List<String> path, Set<List<String>> all) {
    for (Element child : children(at)) {
      List<String> deeper = new ArrayList<>(path);
      deeper.add(child.getTagName());
      all.add(List.copyOf(deeper));
      if (deeper.size() < DEEPEST) {
        collect(child, deeper, all);
      }
    }
  }

  private Optional<Element> element(List<String> field) {
    Optional<Element> at = Optional.of(row);
    for (String name : field) {
      at = at.flatMap(holder -> children(holder).stream()
          .filter(child -> child.getTagName().equals(name))
          .findFirst());
    }
    return at;
  }

  @Override
  public String held(List<String> field) {
    return element(field).map(Element::getTextContent).orElse("");
  }

  @Override
  public boolean spoil(List<String> field, RowFault fault) {
    Optional<Element> found = element(field);
    if (found.isEmpty()) {
      return false;
    }
    Element element = found.get();
    boolean leaf = children(element).isEmpty();
    switch (fault) {
      case ABSENT -> element.getParentNode().removeChild(element);
      case NULL -> element.setTextContent("");
      case OTHER_TYPE -> {
        if (leaf) {
          return false;
        }
        element.setTextContent("kit-unknown");
      }
      case ODD_TEXT -> {
        if (!leaf) {
          return false;
        }
        element.setTextContent("kit-unknown");
      }
    }
    return true;
  }

  @Override
  public boolean repeat() {
    row.getParentNode().insertBefore(row.cloneNode(true), row);
    return true;
  }
}
