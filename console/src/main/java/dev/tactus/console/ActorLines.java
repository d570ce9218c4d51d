package dev.tactus.console;

import dev.tactus.observe.ActorInfo;
import dev.tactus.observe.ActorQuery;
import dev.tactus.observe.Page;
import dev.tactus.observe.SnapshotJson;
import dev.tactus.observe.Source;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/// Writes all actors, one a line. A page is asked for when the one before it has been written, so
/// there is never more than one of them in memory, however many actors there are.
final class ActorLines implements Answer.Writer {
  private static final int BUFFER = 16 << 10;

  private final Source source;
  private final ActorQuery query;
  private final Page<ActorInfo> first;

  /// @param first the page that the query gives; it was asked for early, to find mistakes in it
  ActorLines(Source source, ActorQuery query, Page<ActorInfo> first) {
    this.source = source;
    this.query = query;
    this.first = first;
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    OutputStream buffered = new BufferedOutputStream(out, BUFFER);
    Page<ActorInfo> page = first;
    write(page, buffered);
    while (page.hasNext()) {
      page = source.actors(query.after(page.next()));
      write(page, buffered);
    }
  }

  private static void write(Page<ActorInfo> page, OutputStream out) throws IOException {
    for (ActorInfo actor : page.items()) {
      out.write(SnapshotJson.write(actor).getBytes(StandardCharsets.UTF_8));
      out.write('\n');
    }
    out.flush();
  }
}
