package dev.tactus.examples.actor;

/// Says that the ledger of a bank has failed.
public final class LedgerException extends Exception {
  private static final long serialVersionUID = 1L;

  LedgerException(String owner, Throwable cause) {
    super("The ledger has failed for the account of " + owner, cause);
  }
}
