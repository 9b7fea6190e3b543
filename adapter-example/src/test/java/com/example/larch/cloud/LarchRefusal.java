package com.example.larch.cloud;

import java.util.Map;

/** An error as Larch writes it. */
final class LarchRefusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  final int status;
  final String code;
  final transient Map<String, String> details;

  LarchRefusal(int status, String code, String message) {
    this(status, code, message, Map.of());
  }

  LarchRefusal(int status, String code, String message, Map<String, String> details) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}
