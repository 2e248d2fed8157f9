// The second commit of each verb, the same for the request that sent it and for recovery.
import type { Attempt, AttemptContext } from './attempts.ts';
import type { Finisher } from './finish.ts';
import { finishCapture } from './finish-capture.ts';
import { finishPayment } from './finish-payment.ts';
import { finishTip } from './finish-tip.ts';
import { finishVoid } from './finish-void.ts';

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
