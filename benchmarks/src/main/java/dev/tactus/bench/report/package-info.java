/// Rows as a person or a program reads them.
///
/// In comes a [Report]: rows, machine, date. Out come a table for the terminal ([TableReport]), a
/// JSON file ([JsonReport]) and a page with charts ([HtmlReport], bars by [BarChart]). [Figures]
/// says how a number is written; [ReportFile] finds out before a run whether its result can be
/// saved.
///
/// No thread, no state. Start reading at [Report].
@NullMarked
package dev.tactus.bench.report;

import org.jspecify.annotations.NullMarked;
