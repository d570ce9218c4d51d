package dev.tactus.time.wheel;

import java.util.Arrays;
import java.util.Comparator;
import org.jspecify.annotations.Nullable;

/// Entries in the order they were appended, from which any can be taken out at once.
///
/// ## Algorithm
///
/// Entries lie in places, which are numbered, and an entry knows its own. The places are in chunks
/// of 64; the first chunk begins smaller, since most lists are short. An entry that is taken out
/// leaves an empty place. Empty places at both ends are given back. Where the numbers of the chunks
/// are used up, and more than half of the places are empty, the entries move together and are
/// numbered anew; otherwise there will be twice as many chunks.
///
/// Links through the entries would need no chunks. But then to append, to take out or to go on to
/// the next one means to touch the neighbours, each of which is a line of memory that was last seen
/// seconds ago, and a processor cannot fetch the one after the next before it has the next. A chunk
/// is young when entries are put into it, too: a write of a reference into an old object costs a
/// collector's barrier.
///
/// It remembers whether the order is also the order of registration, so that a slot has to be
/// sorted only where timers reached it by different ways.
///
/// Invariants: places from `from` to before `to` hold `size` entries, all others are empty; an
/// entry's `place` is where it lies; the chunk that `to` lies in, or ends, is `tail`; while nothing
/// is handed over and nothing was polled, the places at both ends are not empty.
///
/// Threads: one owner.
final class EntryList {
  private static final Comparator<WheelEntry> BY_ORDER = Comparator.comparingLong(e -> e.order);

  private static final int CHUNK_SHIFT = 6;
  static final int CHUNK = 1 << CHUNK_SHIFT;
  private static final int MASK = CHUNK - 1;
  private static final int FIRST_CHUNK = 4;

  /// So many entries are fetched together.
  private static final int GROUP = 16;

  private static final int GROUP_MASK = GROUP - 1;

  /// Those that were registered one after another lie next to each other, which a processor
  /// foresees.
  private static final int NEARBY = 4 * GROUP;

  /// How often a first chunk that is full is enlarged at once.
  private static final int GROWTH = 4;

  private static final @Nullable WheelEntry[] NO_PLACES = {};
  private static final @Nullable WheelEntry[] @Nullable [] NO_CHUNKS = {};

  /// A list that is empty again keeps room for so many chunks.
  private static final int CHUNKS_KEPT = 16;

  int size;

  /// The first place that may hold something, and the one after the last.
  private int from;

  private int to;

  /// The place after the last one of `tail`.
  private int end;

  /// The order of the entry that was appended last.
  private long newest = Long.MIN_VALUE;

  private boolean inOrder = true;
  private boolean handingOver;

  private @Nullable WheelEntry[] tail = NO_PLACES;

  /// The chunk that is being handed over.
  private @Nullable WheelEntry[] head = NO_PLACES;

  /// By the numbers of their places; null where a chunk was given back.
  private @Nullable WheelEntry[] @Nullable [] chunks = NO_CHUNKS;

  @SuppressWarnings("unused") // written, so that a compiler does not leave out the reads
  private long fetched;

  /// How many entries of each rank the list holds; null until somebody asks.
  private int @Nullable [] ranks;

  /// Which would have to go next; null until somebody asks, and always while `ranks` is null.
  private @Nullable DropCandidates candidates;

  boolean isEmpty() {
    return size == 0;
  }

  void append(WheelEntry entry) {
    if (to == end) {
      makeRoom();
    }
    int place = to++;
    tail[place & MASK] = entry;
    entry.place = place;
    inOrder &= newest < entry.order;
    newest = entry.order;
    size++;
    if (ranks != null) {
      ranks[entry.rank]++;
      if (candidates != null) {
        candidates.entered(entry);
      }
    }
  }

  private void makeRoom() {
    int index = to >> CHUNK_SHIFT;
    if (index == chunks.length) {
      if (to - size > Math.max(size, CHUNK)) {
        compact();
      } else {
        chunks = Arrays.copyOf(chunks, Math.max(1, 2 * index));
      }
    }
    if (to == end) {
      addRoom();
    }
  }

  /// Nothing has changed should there be no memory for it.
  private void addRoom() {
    int index = to >> CHUNK_SHIFT;
    if ((to & MASK) != 0) {
      tail = Arrays.copyOf(tail, tail.length * GROWTH);
    } else {
      tail = new WheelEntry[index == 0 ? FIRST_CHUNK : CHUNK];
    }
    chunks[index] = tail;
    end = (index << CHUNK_SHIFT) + tail.length;
  }

  void remove(WheelEntry entry) {
    int place = entry.place;
    @Nullable WheelEntry[] chunk = chunks[place >> CHUNK_SHIFT];
    assert chunk[place & MASK] == entry : "an entry knows its place";
    chunk[place & MASK] = null;
    left(entry);
    if (handingOver) {
      return;
    }
    if (size == 0) {
      clear();
    } else if (place == to - 1) {
      trimEnd();
    } else if (place == from) {
      trimBegin();
    }
  }

  private void left(WheelEntry entry) {
    entry.where = WheelEntry.NOWHERE;
    size--;
    if (ranks != null) {
      ranks[entry.rank]--;
      if (candidates != null) {
        candidates.left(entry);
      }
    }
  }

  /// Gives back the empty places before the end.
  private void trimEnd() {
    int index = (to - 1) >> CHUNK_SHIFT;
    do {
      to--;
    } while (at(to - 1) == null);
    int last = (to - 1) >> CHUNK_SHIFT;
    if (last < index) {
      Arrays.fill(chunks, last + 1, index + 1, null);
      tail = chunks[last];
      end = (last << CHUNK_SHIFT) + tail.length;
    }
  }

  /// Gives back the empty places at the beginning.
  private void trimBegin() {
    int index = from >> CHUNK_SHIFT;
    do {
      from++;
    } while (at(from) == null);
    int first = from >> CHUNK_SHIFT;
    if (first > index) {
      Arrays.fill(chunks, index, first, null);
    }
  }

  private void clear() {
    if (chunks.length > CHUNKS_KEPT) {
      chunks = NO_CHUNKS;
    } else {
      Arrays.fill(chunks, null);
    }
    tail = NO_PLACES;
    from = 0;
    to = 0;
    end = 0;
    newest = Long.MIN_VALUE;
    inOrder = true;
    forgetRanks();
  }

  /// Moves the entries together, to the first places, within the chunks that there are.
  private void compact() {
    int firstChunk = from >> CHUNK_SHIFT;
    int chunkCount = ((to - 1) >> CHUNK_SHIFT) + 1 - firstChunk;
    System.arraycopy(chunks, firstChunk, chunks, 0, chunkCount);
    Arrays.fill(chunks, chunkCount, chunkCount + firstChunk, null);
    int shift = firstChunk << CHUNK_SHIFT;
    int free = 0;
    for (int place = from - shift; place < to - shift; place++) {
      WheelEntry entry = at(place);
      if (entry != null) {
        chunks[place >> CHUNK_SHIFT][place & MASK] = null;
        chunks[free >> CHUNK_SHIFT][free & MASK] = entry;
        entry.place = free++;
      }
    }
    from = 0;
    to = free;
    int last = (free - 1) >> CHUNK_SHIFT;
    Arrays.fill(chunks, last + 1, chunkCount, null);
    tail = chunks[last];
    end = (last << CHUNK_SHIFT) + tail.length;
  }

  /// Makes these the entries of the list, in the order of registration; they were in it before or
  /// in another. Nothing has changed should there be no memory for it.
  private void refill(@Nullable WheelEntry[] entries) {
    int chunkCount = (entries.length + MASK) >> CHUNK_SHIFT;
    @Nullable WheelEntry[] @Nullable [] filled = new WheelEntry[chunkCount][];
    for (int i = 0; i < chunkCount; i++) {
      filled[i] = Arrays.copyOfRange(entries, i << CHUNK_SHIFT, (i + 1) << CHUNK_SHIFT);
    }
    for (int place = 0; place < entries.length; place++) {
      entries[place].place = place;
    }
    chunks = filled;
    tail = filled[chunkCount - 1];
    from = 0;
    to = entries.length;
    end = chunkCount << CHUNK_SHIFT;
    size = entries.length;
    newest = entries[size - 1].order;
    inOrder = true;
    forgetRanks();
  }

  /// Takes the first entry; null when there is none.
  @Nullable WheelEntry poll() {
    if (size == 0) {
      return null;
    }
    WheelEntry entry;
    do {
      int place = from++;
      @Nullable WheelEntry[] chunk = chunks[place >> CHUNK_SHIFT];
      if ((place & GROUP_MASK) == 0) {
        fetch(chunk, place & MASK);
      }
      entry = chunk[place & MASK];
      chunk[place & MASK] = null;
      if ((from & MASK) == 0) {
        chunks[place >> CHUNK_SHIFT] = null;
      }
    } while (entry == null);
    left(entry);
    if (size == 0) {
      clear();
    }
    return entry;
  }

  /// Takes the entries one by one, first to last, and hands each over. The consumer may remove
  /// entries that are still to come, and must not append any. When it throws, the rest stays.
  void handOver(EntryConsumer consumer) {
    if (size == 0) {
      return;
    }
    int place = from;
    handingOver = true;
    forgetRanks(); // counted anew, should somebody ask
    head = chunks[place >> CHUNK_SHIFT];
    try {
      while (size > 0) {
        if ((place & GROUP_MASK) == 0) {
          goOnTo(place);
        }
        WheelEntry entry = head[place++ & MASK];
        if (entry != null) {
          entry.where = WheelEntry.NOWHERE;
          size--;
          consumer.accept(entry);
        }
      }
    } finally {
      from = place;
      handingOver = false;
      if (size == 0) {
        clear();
      } else {
        Arrays.fill(head, 0, Math.min(head.length, ((place - 1) & MASK) + 1), null);
      }
      head = NO_PLACES;
    }
  }

  /// Fetches the next group, and lets go of a chunk that was handed over.
  private void goOnTo(int place) {
    if ((place & MASK) == 0) {
      int index = place >> CHUNK_SHIFT;
      head = chunks[index];
      if (index > 0) {
        chunks[index - 1] = null;
      }
    }
    fetch(head, place & MASK);
  }

  /// Reads something of each of the next entries. They lie far apart, and what is done with one
  /// ends in an atomic step, before which a processor does not look at the next; asked for
  /// together, they come together.
  private void fetch(@Nullable WheelEntry[] chunk, int first) {
    int last = Math.min(first + GROUP, chunk.length);
    WheelEntry one = chunk[first];
    WheelEntry other = chunk[last - 1];
    if (one != null && other != null && Math.abs(other.order - one.order) < NEARBY) {
      return;
    }
    long sum = 0;
    for (int in = first; in < last; in++) {
      WheelEntry entry = chunk[in];
      if (entry != null) {
        sum += entry.order + entry.rank;
      }
    }
    fetched = sum;
  }

  /// Shows every entry, first to last. The consumer must not change the list.
  void forEach(EntryConsumer consumer) {
    for (int place = from; place < to; place++) {
      WheelEntry entry = at(place);
      if (entry != null) {
        consumer.accept(entry);
      }
    }
  }

  /// The same, last to first.
  void forEachFromTheEnd(EntryConsumer consumer) {
    for (int place = to - 1; place >= from; place--) {
      WheelEntry entry = at(place);
      if (entry != null) {
        consumer.accept(entry);
      }
    }
  }

  private void forgetRanks() {
    ranks = null;
    candidates = null;
  }

  private @Nullable WheelEntry at(int place) {
    return chunks[place >> CHUNK_SHIFT][place & MASK];
  }

  /// Moves everything to the end of another list, which then is in the order of registration.
  void drainInOrderTo(EntryList target) {
    if (isEmpty()) {
      return;
    }
    if (inOrder && target.isEmpty()) {
      moveTo(target);
    } else {
      @Nullable WheelEntry[] entries = new WheelEntry[target.size + size];
      int count = target.copyTo(entries, 0);
      copyTo(entries, count);
      // Runs that are sorted already, the usual case, cost one comparison an entry.
      Arrays.sort(entries, BY_ORDER);
      target.refill(entries);
      size = 0;
    }
    clear();
  }

  private void moveTo(EntryList target) {
    @Nullable WheelEntry[] @Nullable [] emptied = target.chunks;
    target.chunks = chunks;
    target.tail = tail;
    target.from = from;
    target.to = to;
    target.end = end;
    target.newest = newest;
    target.inOrder = true;
    target.size = size;
    target.forgetRanks();
    chunks = emptied;
    size = 0;
  }

  private int copyTo(@Nullable WheelEntry[] entries, int count) {
    int copied = count;
    for (int place = from; place < to; place++) {
      WheelEntry entry = at(place);
      if (entry != null) {
        entries[copied++] = entry;
      }
    }
    return copied;
  }

  /// The lowest rank that is in the list, or [Wheel#RANKS] when the list is empty.
  int lowestRank() {
    int[] counts = ranks();
    int rank = 0;
    while (rank < counts.length && counts[rank] == 0) {
      rank++;
    }
    return rank;
  }

  private int[] ranks() {
    if (ranks == null) {
      int[] counts = new int[Wheel.RANKS];
      forEach(entry -> counts[entry.rank]++);
      ranks = counts;
    }
    return ranks;
  }

  /// The newest entry of this rank; null when there is none. From then on the list remembers which
  /// would be next.
  ///
  /// @param rememberedMax how many of these to remember
  @Nullable WheelEntry newestOf(int rank, int rememberedMax) {
    int[] counts = ranks(); // what follows the counts follows the candidates, too
    if (counts[rank] == 0) {
      return null;
    }
    if (candidates == null) {
      candidates = new DropCandidates(rememberedMax, this::forEachFromTheEnd);
    }
    return candidates.newestOf(rank);
  }
}
