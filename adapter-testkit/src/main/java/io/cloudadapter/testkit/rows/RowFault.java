package io.cloudadapter.testkit.rows;

/** A way in which a field of a row may be other than documented. */
enum RowFault {
  ABSENT("is absent"),
  NULL("is null, or empty"),
  OTHER_TYPE("is of another type"),
  ODD_TEXT("has an unknown value");

  private final String words;

  RowFault(String words) {
    this.words = words;
  }

  String words() {
    return words;
  }
}
