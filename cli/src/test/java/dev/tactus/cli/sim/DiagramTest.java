package dev.tactus.cli.sim;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tactus.requirement.Requirement;
import dev.tactus.testkit.simulation.Trace;
import dev.tactus.testkit.simulation.TraceEvent;
import dev.tactus.testkit.simulation.TraceEvent.Kind;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;

final class DiagramTest {
  private static TraceEvent event(Kind kind, String actor, String other, String detail) {
    return new TraceEvent(1_500_000, kind, actor, other, detail);
  }

  @Test
  @Requirement("D4")
  void html_events_standInThePageWithColumnsAndArrows() {
    String page =
        Diagram.html(
            new Trace(
                0x8F31,
                List.of(
                    event(Kind.SENT, "/user/b", "/user/a", "Go"),
                    event(Kind.FAULT, "", "", "SLOW_ACTOR"),
                    event(Kind.HANDLED, "/user/b", "", "Go"))));

    assertThat(page)
        .contains("\"seed\":\"0000000000008F31\"")
        .contains("\"actors\":[\"\",\"/user/a\",\"/user/b\"]")
        .contains("[\"1.5 ms\",\"SENT\",2,1,\"Go\",2]")
        .contains("[\"1.5 ms\",\"FAULT\",0,0,\"SLOW_ACTOR\",-1]")
        .contains("[\"1.5 ms\",\"HANDLED\",2,0,\"Go\",-1]");
  }

  @Test
  @Requirement("D4")
  void html_namesThatLookLikeMarkup_cannotBecomeMarkup() {
    String evil = "</script><img src=x onerror=alert(1)>\"'\\\u2028&";

    String page = Diagram.html(new Trace(1, List.of(event(Kind.REACHED, evil, evil, evil))));

    assertThat(page).doesNotContain("<img", "onerror=", "\u2028");
    assertThat(page.split("</script>", -1)).hasSize(3); // those of the page itself
    assertThat(page).contains("\\u003c/script\\u003e");
  }

  @Test
  void html_page_needsNothingFromOutside() {
    String page = Diagram.html(new Trace(1, List.of()));

    assertThat(page)
        .doesNotContain(" src=", "@import", "url(", "<link", "fetch(", "innerHTML")
        .contains("prefers-color-scheme: dark", "\"events\":[]");
    assertThat(page.replace("http://www.w3.org/2000/svg", "")).doesNotContain("http");
  }

  @Test
  void arrows_sameTypeTwice_inTheirOrderPerReceiver() {
    List<TraceEvent> events =
        List.of(
            event(Kind.SENT, "b", "a", "Go"),
            event(Kind.SENT, "c", "a", "Go"),
            event(Kind.SENT, "b", "a", "Stop"),
            event(Kind.TIMER, "b", "", "Go"),
            event(Kind.HANDLED, "b", "", "Stop"),
            event(Kind.HANDLED, "b", "", "Go"),
            event(Kind.DEAD_LETTER, "b", "", "Go SHUTDOWN"),
            event(Kind.HANDLED, "b", "", "Go"));

    assertThat(Arrows.of(events))
        .containsExactly(5, Arrows.NONE, 4, 6, Arrows.NONE, Arrows.NONE, Arrows.NONE, Arrows.NONE);
  }

  @Test
  void line_events_sayWhenWhatAndWho() {
    assertThat(TraceText.line(event(Kind.SENT, "/user/b", "/user/a", "Go")))
        .isEqualTo("        1.5 ms  SENT         /user/a -> /user/b  Go");
    assertThat(TraceText.line(new TraceEvent(0, Kind.TIME, "", "", "")))
        .isEqualTo("          0 ms  TIME");
    assertThat(TraceText.line(event(Kind.FAULT, "", "", "healed")))
        .isEqualTo("        1.5 ms  FAULT        healed");
  }

  @Test
  void filter_actorAndKind_bothMustFit() {
    TraceText.Filter filter = new TraceText.Filter(Optional.of("/b"), Set.of(Kind.SENT));

    assertThat(filter.shows(event(Kind.SENT, "/user/b", "", "Go"))).isTrue();
    assertThat(filter.shows(event(Kind.SENT, "/user/a", "/user/b", "Go"))).isTrue();
    assertThat(filter.shows(event(Kind.SENT, "/user/a", "", "Go"))).isFalse();
    assertThat(filter.shows(event(Kind.HANDLED, "/user/b", "", "Go"))).isFalse();
    assertThat(new TraceText.Filter(Optional.empty(), Set.of()).shows(event(Kind.TIME, "", "", "")))
        .isTrue();
  }
}
