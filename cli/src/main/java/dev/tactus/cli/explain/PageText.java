package dev.tactus.cli.explain;

import java.io.File;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/// Makes text of the Markdown that the pages use: headings, lists, tables, links, code. Lines stay
/// lines; nothing is wrapped.
public final class PageText {
  private static final Pattern HEADING = Pattern.compile("(#{1,6}) (.*)");
  private static final Pattern FENCE = Pattern.compile("```.*");
  private static final Pattern TABLE_RULE = Pattern.compile("\\|[|: -]+\\|");
  private static final Pattern LINK = Pattern.compile("\\[([^]]+)]\\(([^)]+)\\)");
  private static final Pattern EMPHASIS = Pattern.compile("\\*([^*]+)\\*");
  private static final String CODE_INDENT = "    ";
  private static final String BETWEEN_COLUMNS = "  ";
  private static final String BOLD = "\u001b[1m";
  private static final String PLAIN = "\u001b[0m";

  private final boolean isStyled;
  private final List<String> lines = new ArrayList<>();
  private final List<List<String>> table = new ArrayList<>();

  private PageText(boolean isStyled) {
    this.isStyled = isStyled;
  }

  /// @param isStyled whether headings may be set off by escape sequences, as a terminal shows them
  public static String of(String markdown, boolean isStyled) {
    PageText text = new PageText(isStyled);
    boolean isCode = false;
    for (String line : markdown.lines().toList()) {
      if (FENCE.matcher(line).matches()) {
        isCode = !isCode;
      } else if (isCode) {
        text.lines.add(line.isEmpty() ? "" : CODE_INDENT + line);
      } else {
        text.add(line);
      }
    }
    text.endTable();
    return String.join("\n", text.lines) + "\n";
  }

  private void add(String line) {
    if (line.startsWith("|")) {
      if (!TABLE_RULE.matcher(line).matches()) {
        table.add(cells(line));
      }
      return;
    }
    endTable();
    Matcher heading = HEADING.matcher(line);
    if (heading.matches()) {
      lines.add(isStyled ? BOLD + inline(heading.group(2)) + PLAIN : inline(heading.group(2)));
    } else {
      lines.add(inline(line));
    }
  }

  private static List<String> cells(String row) {
    return Arrays.stream(row.substring(1).split("\\|", -1))
        .limit(row.chars().filter(c -> c == '|').count() - 1)
        .map(cell -> inline(cell.strip()))
        .toList();
  }

  private void endTable() {
    if (table.isEmpty()) {
      return;
    }
    int columns = table.stream().mapToInt(List::size).max().orElse(0);
    int[] widths = new int[columns];
    for (List<String> row : table) {
      for (int i = 0; i < row.size(); i++) {
        widths[i] = Math.max(widths[i], row.get(i).length());
      }
    }
    for (List<String> row : table) {
      StringBuilder line = new StringBuilder(CODE_INDENT);
      for (int i = 0; i < row.size(); i++) {
        line.append(row.get(i)).repeat(' ', widths[i] - row.get(i).length());
        line.append(BETWEEN_COLUMNS);
      }
      lines.add(line.toString().stripTrailing());
    }
    table.clear();
  }

  /// Links and emphasis outside of code, and code without its marks.
  private static String inline(String line) {
    String[] parts = line.split("`", -1);
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < parts.length; i++) {
      boolean isCode = i % 2 == 1;
      text.append(isCode ? parts[i] : prose(parts[i]));
    }
    return text.toString();
  }

  private static String prose(String part) {
    String linked = LINK.matcher(part).replaceAll(link -> Matcher.quoteReplacement(target(link)));
    return EMPHASIS.matcher(linked).replaceAll("$1");
  }

  /// A page beside this one is known by its code; another file is named from the root of the
  /// repository.
  private static String target(MatchResult link) {
    String label = link.group(1);
    String to = link.group(2);
    if (to.startsWith(label)) {
      return label;
    }
    String path = to.contains("://") ? to : fromRoot(to.replaceFirst("#.*", ""));
    return label + " (" + path + ")";
  }

  private static String fromRoot(String relative) {
    Path path = Path.of(ErrorPages.FOLDER).resolve(relative).normalize();
    return path.toString().replace(File.separatorChar, '/');
  }
}
