package dev.tactus.console;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// The files of the page. Their names are in `page/files.txt`, and nothing but these names is ever
/// looked up, so no name leads anywhere else. All are held in memory.
final class StaticPage {
  private static final String INDEX = "index.html";
  private static final String LIST = "files.txt";
  private static final Map<String, String> TYPES =
      Map.of(
          "html", "text/html; charset=utf-8",
          "css", "text/css; charset=utf-8",
          "js", "text/javascript; charset=utf-8",
          "json", "application/json",
          "webmanifest", "application/manifest+json",
          "svg", "image/svg+xml",
          "png", "image/png",
          "ico", "image/x-icon",
          "woff2", "font/woff2",
          "txt", "text/plain; charset=utf-8");

  private final Map<String, Asset> assets = new HashMap<>();

  /// One file.
  private static final class Asset {
    final String type;
    final String etag;
    final byte[] bytes;

    Asset(String type, byte[] bytes) {
      this.type = type;
      this.etag = etagOf(bytes);
      this.bytes = bytes;
    }
  }

  private StaticPage() {}

  /// Reads the files.
  static StaticPage load() {
    StaticPage page = new StaticPage();
    new String(read(LIST), StandardCharsets.UTF_8)
        .lines()
        .map(String::strip)
        .filter(name -> !name.isEmpty())
        .forEach(name -> page.assets.put(name, new Asset(typeOf(name), read(name))));
    return page;
  }

  private static String typeOf(String name) {
    String type = TYPES.get(name.substring(name.lastIndexOf('.') + 1));
    if (type == null) {
      throw new IllegalStateException(
          "The page has a file "
              + name
              + "; its ending is none of "
              + TYPES.keySet().stream().sorted().toList()
              + ". Add its type to StaticPage.");
    }
    return type;
  }

  private static byte[] read(String name) {
    try (InputStream in = StaticPage.class.getResourceAsStream("page/" + name)) {
      if (in == null) {
        throw new IllegalStateException(
            "The page has no file " + name + "; add it, or take it out of page/" + LIST + ".");
      }
      return in.readAllBytes();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static String etagOf(byte[] bytes) {
    try {
      byte[] hash = MessageDigest.getInstance("SHA-256").digest(bytes);
      return '"' + Base64.getUrlEncoder().withoutPadding().encodeToString(hash) + '"';
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("Every Java platform has SHA-256.", e);
    }
  }

  /// The page itself.
  Answer index(Request request) {
    return file(INDEX, request);
  }

  /// A file that belongs to it.
  Answer asset(Request request) {
    return file(request.segments().getLast(), request);
  }

  private Answer file(String name, Request request) {
    Asset asset = assets.get(name);
    if (asset == null) {
      throw Refusal.notFound("The page has no file " + name + ".", "Open / in a browser.");
    }
    Answer answer =
        isKnown(request.header("If-None-Match"), asset.etag)
            ? Answer.notModified()
            : Answer.bytes(asset.type, asset.bytes);
    // A browser keeps it, and asks each time whether it is still the same.
    return answer.with("ETag", asset.etag).with("Cache-Control", "no-cache");
  }

  private static boolean isKnown(@Nullable String tags, String etag) {
    return tags != null
        && List.of(tags.split(",", -1)).stream()
            .map(tag -> tag.strip().replaceFirst("^W/", ""))
            .anyMatch(tag -> tag.equals(etag) || tag.equals("*"));
  }
}
