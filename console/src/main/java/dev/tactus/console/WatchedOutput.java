package dev.tactus.console;

import java.io.IOException;
import java.io.OutputStream;

/// Tells a conversation whenever it waits for its client. What is long goes out in pieces, so that
/// a client that takes a little of it now and then counts as alive.
final class WatchedOutput extends OutputStream {
  private static final int PIECE = 8 << 10;

  private final OutputStream out;
  private final Conversation conversation;

  WatchedOutput(OutputStream out, Conversation conversation) {
    this.out = out;
    this.conversation = conversation;
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int from, int length) throws IOException {
    for (int done = 0; done < length; done += PIECE) {
      conversation.writing();
      out.write(bytes, from + done, Math.min(PIECE, length - done));
      conversation.written();
    }
  }

  @Override
  public void flush() throws IOException {
    conversation.writing();
    out.flush();
    conversation.written();
  }
}
