package com.example.cedar.cloud;

import java.util.Map;

/** An error as Cedar writes it. */
final class CedarRefusal extends RuntimeException {
  private static final long serialVersionUID = 1L;

  final int status;
  final String code;
  final transient Map<String, String> details;

  CedarRefusal(int status, String code, String message) {
    this(status, code, message, Map.of());
  }

  CedarRefusal(int status, String code, String message, Map<String, String> details) {
    super(message);
    this.status = status;
    this.code = code;
    this.details = details;
  }
}
