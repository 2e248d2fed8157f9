// The log of the product and of its commands: JSON lines without card numbers.
import pino, { type DestinationStream, type Logger } from 'pino';
import { maskCardNumbers } from '../../contract/payments/cards/mask-card-numbers.ts';

/** Errors bring words of others into the log, so each line is masked as it is written. */
export function makeLog(level: string, to: DestinationStream = pino.destination(2)): Logger {
  return pino({ level, hooks: { streamWrite: maskCardNumbers } }, to);
}
