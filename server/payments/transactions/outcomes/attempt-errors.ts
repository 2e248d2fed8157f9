// Why an attempt's end is not written: another process has ended it, or its id is taken.

/** Somebody else finished the attempt: the live request and recovery may meet. */
export class FinishedElsewhere extends Error {}

/** The id of an answer to a lost attempt has ended another charge: it is not believed. */
export class IdTaken extends Error {}
