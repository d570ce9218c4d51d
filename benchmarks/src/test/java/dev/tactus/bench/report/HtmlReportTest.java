package dev.tactus.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringReader;
import java.util.regex.Pattern;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.xml.sax.InputSource;
import org.xml.sax.SAXException;

final class HtmlReportTest {
  private final String page = HtmlReport.render(SampleReport.create());

  @Test
  void render_everyRow_hasASectionWithAChart() {
    assertThat(page).containsPattern("(?s)<section>.*<svg.*<section>.*<svg.*<section>.*<svg");
    assertThat(page).contains("2.15 x, target 2 x: ok");
  }

  @Test
  void render_charts_areWellFormedWithOneBarAndOneLabelForEachFigure()
      throws ParserConfigurationException, IOException, SAXException {
    String svg = page.substring(page.indexOf("<svg"), page.indexOf("</svg>") + 6);

    Document chart =
        DocumentBuilderFactory.newInstance()
            .newDocumentBuilder()
            .parse(new InputSource(new StringReader(svg)));

    assertThat(chart.getElementsByTagName("rect").getLength()).isEqualTo(3);
    assertThat(chart.getElementsByTagName("text").getLength()).isEqualTo(2 * 4);
    assertThat(svg).contains(">28 [27.5..29]*<").contains("best peer").contains("failed: OOM");
  }

  @Test
  void render_textFromOutside_isEscaped() {
    assertThat(page).contains("A &amp; B &lt;CPU&gt;").contains("lateness &lt;p99&gt;");
    assertThat(page).doesNotContain("<CPU>").doesNotContain("<p99>");
  }

  @Test
  void render_page_standsAloneInLightAndDark() {
    assertThat(page).contains("prefers-color-scheme: dark");
    assertThat(Pattern.compile("<script|<link|src=|https?://|@import").matcher(page).find())
        .isFalse();
  }
}
