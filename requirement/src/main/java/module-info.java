/// The marker that ties a test to the requirement it proves.
module dev.tactus.requirement {
  requires static org.jspecify;

  exports dev.tactus.requirement;
}
