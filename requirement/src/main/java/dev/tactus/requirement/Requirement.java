package dev.tactus.requirement;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/// Names the requirements that a test proves, by their ids in `docs/requirements.md`.
///
/// On a class it holds for every test of that class.
@Documented
@Retention(RetentionPolicy.RUNTIME)
@Target({ElementType.METHOD, ElementType.TYPE})
public @interface Requirement {
  /// The ids, for example `{"S1.2", "S4.1"}`.
  String[] value();
}
