// Why the end of an attempt is not written: another process has ended it, or the ID is taken.

/**
 * Another process finished the attempt: the request that sent it and recovery may work on it at
 * once.
 */
export class AlreadyFinished extends Error {}

/**
 * The processor's id in a late answer already belongs to another charge, so the answer is not used.
 */
export class ProcessorIdInUse extends Error {}
