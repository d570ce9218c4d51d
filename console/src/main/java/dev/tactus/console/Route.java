package dev.tactus.console;

import java.io.IOException;
import java.util.List;

/// A place where requests can go.
///
/// @param method the one method that it takes
/// @param template the pieces of its path; `*` stands for any one piece
/// @param parameters the parameters that it knows
/// @param handler what answers
record Route(String method, List<String> template, List<String> parameters, Handler handler) {
  static final String GET = "GET";
  static final String POST = "POST";

  private static final String ANY = "*";

  /// Works out an answer.
  @FunctionalInterface
  interface Handler {
    /// @throws Refusal when it cannot be answered
    Answer answer(Request request) throws IOException;
  }

  static Route get(String path, List<String> parameters, Handler handler) {
    return new Route(GET, template(path), parameters, handler);
  }

  static Route post(String path, Handler handler) {
    return new Route(POST, template(path), List.of(), handler);
  }

  private static List<String> template(String path) {
    return path.equals("/") ? List.of() : List.of(path.substring(1).split("/", -1));
  }

  boolean leadsTo(List<String> segments) {
    if (segments.size() != template.size()) {
      return false;
    }
    for (int i = 0; i < segments.size(); i++) {
      if (!template.get(i).equals(ANY) && !template.get(i).equals(segments.get(i))) {
        return false;
      }
    }
    return true;
  }

  /// Whether it does something, and so needs more than looking does.
  boolean isAction() {
    return method.equals(POST);
  }
}
