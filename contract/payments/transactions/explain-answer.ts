// What a clerk is shown of an answer that is no approval.
import { explainCode, isProcessorError } from '../response-codes.ts';
import type { TransactionRecord } from './record.ts';

/** A decline without a bank's reason: of a terminal the payer's, or the terminal's own. */
const no_reason = 200;

/** What the terminal itself said, where no bank did; else what the code means. */
export function explainAnswer(
  of: Pick<TransactionRecord, 'response_code' | 'response_body'>,
): string {
  const { response_code: code, response_body } = of;
  const processor_text = response_body.terminal?.processor_response_text.replace(/\.$/, '') ?? '';
  if (processor_text !== '' && (code === no_reason || isProcessorError(code))) {
    return `The payment was not completed at the terminal: ${processor_text}.`;
  }
  return explainCode(code);
}
