package dev.tactus.cli.watch;

import java.io.IOException;
import java.io.PrintWriter;
import java.util.List;
import org.jline.terminal.Attributes;
import org.jline.terminal.Terminal;
import org.jline.utils.InfoCmp.Capability;
import org.jline.utils.NonBlockingReader;

/// A terminal, taken over while this is open: its other screen, no echo, each key at once.
public final class TerminalScreen implements Screen {
  private static final int ESC = 27;
  private static final int DEL = 127;
  private static final int BACKSPACE_CODE = 8;
  private static final int CTRL_C = 3;
  private static final int CTRL_D = 4;

  /// What follows an escape that is the beginning of an arrow key comes at once.
  private static final long SEQUENCE_MILLIS = 30;

  private static final int COLUMNS = 100;
  private static final int ROWS = 30;

  private final Terminal terminal;
  private final Attributes saved;
  private List<String> drawn = List.of();

  /// Takes over this terminal, and closes it in the end.
  public TerminalScreen(Terminal terminal) {
    this.terminal = terminal;
    this.saved = terminal.enterRawMode();
    boolean _ = terminal.puts(Capability.enter_ca_mode);
    boolean _ = terminal.puts(Capability.cursor_invisible);
    terminal.flush();
  }

  @Override
  public String key(long millis) {
    try {
      int code = terminal.reader().read(millis);
      return switch (code) {
        case NonBlockingReader.READ_EXPIRED -> NOTHING;
        case NonBlockingReader.EOF, CTRL_C, CTRL_D -> END;
        case '\r', '\n' -> ENTER;
        case DEL, BACKSPACE_CODE -> BACKSPACE;
        case ESC -> sequence();
        default -> code < ' ' ? NOTHING : Character.toString(code);
      };
    } catch (IOException e) {
      return END;
    }
  }

  private String sequence() throws IOException {
    int second = terminal.reader().read(SEQUENCE_MILLIS);
    if (second != '[' && second != 'O') {
      return ESCAPE;
    }
    int third = terminal.reader().read(SEQUENCE_MILLIS);
    return switch (third) {
      case 'D' -> LEFT;
      case 'C' -> RIGHT;
      default -> NOTHING;
    };
  }

  /// Writes over what is there instead of clearing it first, and nothing where nothing changed: so
  /// it does not flicker.
  @Override
  public void draw(List<String> lines) {
    int columns = terminal.getColumns() > 0 ? terminal.getColumns() : COLUMNS;
    int rows = terminal.getRows() > 0 ? terminal.getRows() : ROWS;
    List<String> fitting =
        lines.stream()
            .limit(rows)
            .map(TerminalScreen::printable)
            .map(line -> line.substring(0, Math.min(columns, line.length())))
            .toList();
    if (fitting.equals(drawn)) {
      return;
    }
    drawn = fitting;
    PrintWriter out = terminal.writer();
    boolean _ = terminal.puts(Capability.cursor_home);
    for (int i = 0; i < fitting.size(); i++) {
      out.print(i == 0 ? "" : "\r\n");
      out.print(fitting.get(i));
      boolean _ = terminal.puts(Capability.clr_eol);
    }
    boolean _ = terminal.puts(Capability.clr_eos);
    terminal.flush();
  }

  /// Names of actors and types come from elsewhere: they must not move the cursor.
  private static String printable(String line) {
    return line.codePoints()
        .map(c -> Character.isISOControl(c) ? '?' : c)
        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append)
        .toString();
  }

  @Override
  public void close() {
    boolean _ = terminal.puts(Capability.cursor_visible);
    boolean _ = terminal.puts(Capability.exit_ca_mode);
    terminal.flush();
    terminal.setAttributes(saved);
    try {
      terminal.close();
    } catch (IOException e) {
      // The process ends anyway.
    }
  }
}
