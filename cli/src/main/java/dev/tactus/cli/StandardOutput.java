package dev.tactus.cli;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/// Standard output, which remembers why it could not be written: a writer passes over that, and a
/// list that is cut off by a full disk must not look like a whole one.
///
/// Threads: those of the command that writes; whoever asks afterwards.
final class StandardOutput extends OutputStream {
  private final OutputStream out = new FileOutputStream(FileDescriptor.out);
  private volatile @Nullable IOException failure;

  /// A writer to it.
  PrintWriter writer() {
    return new PrintWriter(this, true, System.out.charset());
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    try {
      out.write(bytes, from, length);
    } catch (IOException e) {
      if (failure == null) {
        failure = e;
      }
      throw e;
    }
  }

  /// The exit code of a command that has ended with this one: all is not well when what it wrote
  /// did not get anywhere. A reader that has seen enough, as after `| head`, is no failure.
  int exitCode(int exitCode, PrintWriter err) {
    IOException why = failure;
    if (why == null || isReaderGone(why) || exitCode != 0) {
      return exitCode;
    }
    err.println(
        "tactus: Standard output cannot be written: "
            + why.getMessage()
            + ". What was written is not whole; send it to where there is room.");
    return 1;
  }

  private static boolean isReaderGone(IOException e) {
    return String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT).contains("pipe");
  }
}
