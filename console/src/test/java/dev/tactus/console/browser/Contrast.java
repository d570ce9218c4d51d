package dev.tactus.console.browser;

/// How well texts can be told from what is behind them, as the Web Content Accessibility Guidelines
/// measure it.
final class Contrast {
  /// What level AA asks for.
  static final double ENOUGH = 4.5;

  private static final String MEASURE =
      """
      const channel = (it) => {
        const share = it / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      };
      const luminance = ([r, g, b]) =>
        0.2126 * channel(r) + 0.7152 * channel(g) + 0.0722 * channel(b);
      const parse = (text) => text.match(/[0-9.]+/g).map(Number);
      const behind = (node) => {
        for (let at = node; at; at = at.parentElement) {
          const colour = parse(getComputedStyle(at).backgroundColor);
          if (colour.length < 4 || colour[3] > 0) return colour;
        }
        return [255, 255, 255];
      };
      let lowest = 21;
      let seen = 0;
      for (const node of document.querySelectorAll(arguments[0])) {
        if (!node.checkVisibility() || !node.innerText.trim()) continue;
        seen += 1;
        const a = luminance(parse(getComputedStyle(node).color));
        const b = luminance(behind(node));
        lowest = Math.min(lowest, (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05));
      }
      return seen ? lowest : 0;
      """;

  private Contrast() {}

  /// The lowest of all that match; 0 when one of these is nowhere.
  static double lowest(Browser browser, String... selectors) {
    double lowest = Double.MAX_VALUE;
    for (String selector : selectors) {
      Object ratio = browser.script(MEASURE, selector);
      lowest = Math.min(lowest, ratio instanceof Number number ? number.doubleValue() : 0);
    }
    return lowest;
  }
}
