// Which second commit belongs to which verb: the live request and recovery use the same ones.
import type { Context } from '../../../context.ts';
import type { MerchantConfig } from '../../merchant-config.ts';
import type { Outcome } from '../../processors/types.ts';
import type { Answered } from '../paying/idempotency.ts';
import type { TransactionRow } from '../reading/read.ts';
import type { Attempt, AttemptContext } from './attempts.ts';
import { finishCapture } from './finish-capture.ts';
import { finishPayment } from './finish-payment.ts';
import { finishTip } from './finish-tip.ts';
import { finishVoid } from './finish-void.ts';

export type Finisher = (
  context: Context,
  config: MerchantConfig,
  attempt: Attempt,
  outcome: Outcome,
  row: TransactionRow,
) => Promise<Answered>;

const finishers: Readonly<Record<AttemptContext['verb'], Finisher>> = {
  create: finishPayment,
  refund: finishPayment,
  capture: finishCapture,
  approve: finishCapture,
  void: finishVoid,
  decline: finishVoid,
  tip_adjust: finishTip,
};

export function finisherOf(attempt: Attempt): Finisher {
  return finishers[attempt.context.verb];
}
