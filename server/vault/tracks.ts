// Magnetic stripe data: the card number, expiry and name that tracks 1 and 2 carry (ISO 7813).
import { maskCardNumbers } from '../../contract/payments/cards/mask-card-numbers.ts';

export interface TrackFacts {
  number: string;
  /** MMYY */
  expiration: string;
  cardholder_name: string;
}

const track_1 = /^%?B(\d{12,19})\^([^^]{2,26})\^(\d\d)(0[1-9]|1[0-2])/i;
const track_2 = /^;?(\d{12,19})=(\d\d)(0[1-9]|1[0-2])/;

/** `DOE/JOHN A` as people write it; the name is kept, so a number in its place is masked. */
function nameOf(stripe: string): string {
  const [last = '', first = ''] = stripe.split('/').map((part) => part.trim());
  return maskCardNumbers(`${first} ${last}`.trim());
}

/** What the tracks say, the first one preferred; null where neither can be read. */
export function readTracks(first: string, second: string): TrackFacts | null {
  const one = track_1.exec(first.trim());
  if (one) {
    const [, number = '', name = '', year = '', month = ''] = one;
    return { number, expiration: `${month}${year}`, cardholder_name: nameOf(name) };
  }
  const two = track_2.exec(second.trim());
  if (!two) return null;
  const [, number = '', year = '', month = ''] = two;
  return { number, expiration: `${month}${year}`, cardholder_name: '' };
}
