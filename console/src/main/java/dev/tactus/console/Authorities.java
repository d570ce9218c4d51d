package dev.tactus.console;

import java.net.InetAddress;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;

/// The names under which a console answers.
///
/// A page of somebody else's can let its own name point to the address of the console, and is then
/// of the same origin as far as the browser can tell. Its requests name it in their Host header, so
/// a name that is not ours is refused. A literal address is nobody's name: where the console
/// listens at all addresses, each of them will do.
final class Authorities {
  private static final int HTTP_PORT = 80;
  private static final Pattern LITERAL =
      Pattern.compile("(\\d{1,3}(\\.\\d{1,3}){3}|\\[[0-9a-f:.]+])(:\\d+)?");
  private static final Pattern WITH_PORT = Pattern.compile(".*[^:]:\\d+|\\[.*]:\\d+");

  private final Set<String> allowed = new LinkedHashSet<>();
  private final boolean isAnyLiteral;
  private final int port;

  private Authorities(int port, boolean isAnyLiteral) {
    this.port = port;
    this.isAnyLiteral = isAnyLiteral;
  }

  static Authorities of(ConsoleSettings settings, InetAddress bound, int port) {
    Authorities authorities = new Authorities(port, bound.isAnyLocalAddress());
    if (bound.isLoopbackAddress() || bound.isAnyLocalAddress()) {
      List.of(ConsoleSettings.LOOPBACK, "localhost", "[::1]").forEach(authorities::addWithPort);
    }
    if (!bound.isAnyLocalAddress()) {
      authorities.addWithPort(inAddress(settings.host()));
      authorities.addWithPort(inAddress(bound.getHostAddress()));
    }
    for (String name : settings.names()) {
      String lower = name.toLowerCase(Locale.ROOT);
      authorities.allowed.add(lower);
      if (!WITH_PORT.matcher(lower).matches()) {
        authorities.addWithPort(lower);
      }
    }
    return authorities;
  }

  /// A host as it is written in an address.
  static String inAddress(String host) {
    String lower = host.toLowerCase(Locale.ROOT);
    return lower.contains(":") && !lower.startsWith("[") ? "[" + lower + "]" : lower;
  }

  private void addWithPort(String name) {
    allowed.add(name + ":" + port);
    if (port == HTTP_PORT) {
      allowed.add(name);
    }
  }

  /// Whether a Host header may say this.
  boolean allows(String authority) {
    String lower = authority.toLowerCase(Locale.ROOT);
    return allowed.contains(lower)
        || (isAnyLiteral
            && LITERAL.matcher(lower).matches()
            && (lower.endsWith(":" + port) || port == HTTP_PORT));
  }

  @Override
  public String toString() {
    return String.join(", ", allowed) + (isAnyLiteral ? " and the addresses of this machine" : "");
  }
}
