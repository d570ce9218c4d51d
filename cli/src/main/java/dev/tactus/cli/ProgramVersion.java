package dev.tactus.cli;

import java.io.IOException;
import java.io.InputStream;
import java.util.Properties;
import picocli.CommandLine;
import picocli.CommandLine.IVersionProvider;

/// Tells the version of this program and of the Java that it runs on.
final class ProgramVersion implements IVersionProvider {
  private static final String RESOURCE = "version.properties";

  /// Makes a command and all commands below it tell the version.
  static void tellEverywhere(CommandLine command) {
    command.getCommandSpec().versionProvider(new ProgramVersion());
    command.getSubcommands().values().forEach(ProgramVersion::tellEverywhere);
  }

  @Override
  public String[] getVersion() throws IOException {
    Properties properties = new Properties();
    try (InputStream resource = ProgramVersion.class.getResourceAsStream(RESOURCE)) {
      if (resource == null) {
        throw new IOException(RESOURCE + " is not in this build; build it with Maven");
      }
      properties.load(resource);
    }
    return new String[] {
      "tactus " + properties.getProperty("version"),
      "on Java "
          + Runtime.version()
          + ", "
          + System.getProperty("os.name")
          + " "
          + System.getProperty("os.arch")
    };
  }
}
