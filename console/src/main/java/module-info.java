/// A web page that shows a running system, and the server behind it.
module dev.tactus.console {
  requires transitive dev.tactus.observe;
  requires java.logging;
  requires jdk.httpserver;
  requires static org.jspecify;

  exports dev.tactus.console;
  exports dev.tactus.console.wire;
}
