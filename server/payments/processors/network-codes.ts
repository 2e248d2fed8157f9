// From a network's answer code (ISO 8583 field 39) to our code, decline category and advice.
import type { DeclineCategory } from '../../../contract/payments/response-codes.ts';

/** What the caller may do after a decline (rails 5.3). */
export type Retry = 'never' | 'later' | 'with_changes' | 'now';

export interface NetworkCode {
  /** Our response code, gateway-api 3.9. */
  readonly code: number;
  /** Visa's category, used for every brand; null on approvals. */
  readonly category: DeclineCategory | null;
  readonly retry: Retry;
}

type Row = readonly [
  networks: string,
  code: number,
  category: DeclineCategory | null,
  retry: Retry,
];

/** The pairing of rails 6.1, one row an outcome. */
const rows: readonly Row[] = [
  ['00 08 85', 100, null, 'now'],
  ['10', 110, null, 'now'],
  ['01 02', 240, 4, 'later'],
  ['03', 410, 2, 'with_changes'],
  ['04', 250, 1, 'never'],
  ['05', 201, 4, 'later'],
  ['06', 400, 4, 'later'],
  ['19 96', 400, 2, 'later'],
  ['07', 253, 1, 'never'],
  ['12', 204, 1, 'never'],
  ['13', 220, 4, 'with_changes'],
  ['14', 222, 1, 'with_changes'],
  ['15', 221, 1, 'with_changes'],
  ['30', 440, 4, 'never'],
  ['39 52 53', 222, 2, 'with_changes'],
  ['41', 251, 1, 'never'],
  ['43', 252, 1, 'never'],
  ['46', 222, 1, 'never'],
  ['51', 202, 2, 'later'],
  ['54', 223, 3, 'with_changes'],
  ['55 70', 226, 3, 'with_changes'],
  ['75 86', 226, 2, 'later'],
  ['57', 204, 1, 'never'],
  ['58', 204, 4, 'never'],
  ['93', 204, 2, 'never'],
  ['59 62 78', 201, 2, 'later'],
  ['63', 201, 4, 'later'],
  ['61', 203, 2, 'later'],
  ['1A', 205, 3, 'with_changes'],
  ['82 N7', 225, 3, 'with_changes'],
  ['6P', 200, 3, 'with_changes'],
  ['91', 421, 2, 'later'],
  ['94', 430, 4, 'never'],
  ['N3 N4', 204, 2, 'later'],
  ['R0', 261, 1, 'never'],
  ['R1 R3', 262, 1, 'never'],
];

const table: ReadonlyMap<string, NetworkCode> = new Map(
  rows.flatMap(([networks, code, category, retry]) =>
    networks.split(' ').map((network) => [network, { code, category, retry }] as const),
  ),
);

const unlisted: NetworkCode = { code: 200, category: 4, retry: 'later' };

/**
 * Reads a network code; anything unlisted is a plain decline (rails 6.1). Code 65 means a count
 * limit at Visa and a call for authentication at Mastercard.
 */
export function networkCode(network: string, brand = ''): NetworkCode {
  if (network === '65') {
    return brand === 'mastercard'
      ? { code: 205, category: 3, retry: 'with_changes' }
      : { code: 203, category: 2, retry: 'later' };
  }
  return table.get(network) ?? unlisted;
}
