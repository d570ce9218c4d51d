package dev.tactus.console;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/// One connection to a console, byte by byte: the clients of the JDK would not send what the tests
/// want to send.
final class Http implements AutoCloseable {
  private static final int TIMEOUT_MILLIS = 20_000;

  private final Socket socket = new Socket();
  private final InputStream in;
  private final int port;

  /// An answer.
  record Reply(int status, Map<String, String> headers, String body) {
    String header(String name) {
      return headers.getOrDefault(name, "");
    }
  }

  private Http(int port, int receiveBuffer) throws IOException {
    this.port = port;
    if (receiveBuffer > 0) {
      socket.setReceiveBufferSize(receiveBuffer);
    }
    socket.setSoTimeout(TIMEOUT_MILLIS);
    socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
    this.in = new BufferedInputStream(socket.getInputStream());
  }

  static Http to(Console console) throws IOException {
    return new Http(console.port(), 0);
  }

  /// With room for little that has not been read.
  static Http narrowTo(Console console) throws IOException {
    return new Http(console.port(), 4 << 10);
  }

  /// Asks on a connection of its own.
  static Reply get(Console console, String target, String... headers) throws IOException {
    return request(console, "GET", target, "", headers);
  }

  static Reply post(Console console, String target, String body, String... headers)
      throws IOException {
    return request(console, "POST", target, body, headers);
  }

  static Reply request(
      Console console, String method, String target, String body, String... headers)
      throws IOException {
    try (Http http = to(console)) {
      http.send(method, target, body, headers);
      return http.reply();
    }
  }

  /// Sends a request with a fitting Host header, unless one of the headers is one.
  void send(String method, String target, String body, String... headers) throws IOException {
    StringBuilder text = new StringBuilder(method + " " + target + " HTTP/1.1\r\n");
    boolean hasHost = false;
    for (String header : headers) {
      hasHost |= header.toLowerCase(Locale.ROOT).startsWith("host:");
      text.append(header).append("\r\n");
    }
    if (!hasHost) {
      text.append("Host: 127.0.0.1:").append(port).append("\r\n");
    }
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    if (bytes.length > 0) {
      text.append("Content-Length: ").append(bytes.length).append("\r\n");
    }
    raw((text + "\r\n" + body).getBytes(StandardCharsets.UTF_8));
  }

  void raw(byte[] bytes) throws IOException {
    socket.getOutputStream().write(bytes);
    socket.getOutputStream().flush();
  }

  void timeoutMillis(int millis) throws IOException {
    socket.setSoTimeout(millis);
  }

  /// No more is sent; the answer can still be read.
  void endOutput() throws IOException {
    socket.shutdownOutput();
  }

  /// Reads an answer.
  Reply reply() throws IOException {
    Reply head = head();
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    if (head.header("transfer-encoding").equals("chunked")) {
      for (byte[] chunk = chunk(); chunk.length > 0; chunk = chunk()) {
        body.writeBytes(chunk);
      }
    } else if (!head.header("content-length").isEmpty()) {
      body.writeBytes(in.readNBytes(Integer.parseInt(head.header("content-length"))));
    }
    return new Reply(head.status(), head.headers(), body.toString(StandardCharsets.UTF_8));
  }

  /// Reads the status and the headers of an answer; they are known by their lower-case names.
  Reply head() throws IOException {
    String status = line();
    Map<String, String> headers = new TreeMap<>();
    for (String line = line(); !line.isEmpty(); line = line()) {
      int colon = line.indexOf(':');
      headers.put(
          line.substring(0, colon).toLowerCase(Locale.ROOT), line.substring(colon + 1).strip());
    }
    return new Reply(Integer.parseInt(status.split(" ", -1)[1]), headers, "");
  }

  /// Reads one chunk of a body; an empty one is the last.
  byte[] chunk() throws IOException {
    int length = Integer.parseInt(line(), 16);
    byte[] chunk = in.readNBytes(length);
    if (chunk.length < length) {
      throw new EOFException("The answer broke off within a chunk.");
    }
    line();
    return chunk;
  }

  /// Reads chunks until one ends with the end of an event.
  String event() throws IOException {
    StringBuilder event = new StringBuilder();
    while (event.length() < 2 || !event.substring(event.length() - 2).equals("\n\n")) {
      byte[] chunk = chunk();
      if (chunk.length == 0) {
        throw new EOFException("The stream has ended.");
      }
      event.append(new String(chunk, StandardCharsets.UTF_8));
    }
    return event.toString();
  }

  private String line() throws IOException {
    StringBuilder line = new StringBuilder();
    for (int c = in.read(); c != '\n'; c = in.read()) {
      if (c < 0) {
        throw new EOFException("The connection was closed after '" + line + "'.");
      }
      if (c != '\r') {
        line.append((char) c);
      }
    }
    return line.toString();
  }

  /// Reads until the other side closes, or fails to.
  boolean isClosedByServer() throws IOException {
    try {
      in.skipNBytes(Long.MAX_VALUE);
      return false;
    } catch (EOFException e) {
      return true;
    } catch (java.net.SocketException e) {
      return true; // reset, which closes as well
    }
  }

  @Override
  public void close() throws IOException {
    socket.close();
  }
}
