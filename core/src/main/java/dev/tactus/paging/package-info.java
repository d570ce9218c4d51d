/// Parts of long lists.
///
/// What enters: a collection in no order, such as the values of a concurrent map. What leaves: the
/// few elements that come next by their number, without a copy of the others.
///
/// Threads: the caller's. Start reading at [dev.tactus.paging.NextByNumber].
@NullMarked
package dev.tactus.paging;

import org.jspecify.annotations.NullMarked;
