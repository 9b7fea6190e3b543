package io.cloudadapter.cli;

/** Where {@code ./adapter} begins. */
final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.out.println("usage: adapter COMMAND");
  }
}
