package dev.tactus.bench.harness;

import java.security.CodeSource;

/// Which release a class comes from.
public final class JarVersion {
  private JarVersion() {}

  /// The name of the jar without its ending, `JDK` and its version for a class of the JDK, or the
  /// name of the folder for a class that is not in a jar.
  public static String of(Class<?> product) {
    CodeSource source = product.getProtectionDomain().getCodeSource();
    if (source == null || source.getLocation() == null) {
      return "JDK " + Runtime.version().feature();
    }
    String path = source.getLocation().getPath().replaceAll("/+$", "");
    String file = path.substring(path.lastIndexOf('/') + 1);
    return file.endsWith(".jar") ? file.substring(0, file.length() - ".jar".length()) : file;
  }
}
