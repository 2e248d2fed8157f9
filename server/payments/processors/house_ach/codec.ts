// House ACH in its simplest form: commands to the rail lab's ACH wire and its answers to outcomes.

import type { Codec } from '../driver.ts';
import { followUp, wireRequest } from '../lab/lab-request.ts';
import { labAnswers, type ReadCode } from '../lab/lab-wire.ts';
import type { AchMethod, Command, PayCommand, VerifyCommand, WireRequest } from '../types.ts';

/** The originator's codes: 000 accepted, all others declined; no card network stands behind. */
const readCode: ReadCode = (code) =>
  code === '000'
    ? { code: 100, category: null, retry: 'now', network: '' }
    : { code: 200, category: null, retry: 'with_changes', network: '' };

/** Opens the bank account for the length of this call. */
function accountOf({ sensitive, sec_code, account_type, check_number }: AchMethod) {
  const { routing_number, account_number } = sensitive.open();
  const check = check_number === '' ? {} : { check_number };
  return { routing_number, account_number, sec_code, account_type, ...check };
}

function payment(command: PayCommand | VerifyCommand): Record<string, unknown> {
  const { operation, method } = command;
  if (method.kind !== 'ach' || (operation !== 'sale' && operation !== 'credit')) {
    throw new Error('house_ach takes sales and credits of bank accounts only');
  }
  const { amount, currency, order_id, descriptor } = command as PayCommand;
  const shown = descriptor ? { descriptor } : {};
  return { amount, currency, order_id, ach: accountOf(method), ...shown };
}

/** The wire request of a command; throws on a card and on what ACH has no operation for. */
function encode(command: Command): WireRequest {
  const { operation, account } = command;
  if (operation === 'capture' || operation === 'adjust_tip') {
    throw new Error(`house_ach has no ${operation}`);
  }
  const members = 'method' in command ? payment(command) : followUp(command);
  const originator = account.settings.odfi_profile;
  const credentials = {
    originator: typeof originator === 'string' ? originator : '',
    station: account.processor_id,
  };
  return wireRequest('/house-ach', command, credentials, members);
}

export const house_ach: Codec = { encode, ...labAnswers(readCode) };
