// The tracks that a card reader encrypted: decrypted and parsed here, and never stored.
import { invalid, refuse } from '../../../contract/errors.ts';
import type { CardInput } from '../../../contract/payments/transactions/input.ts';
import type { Context } from '../../context.ts';
import { readTracks, type TrackFacts } from '../tracks.ts';
import { decryptData } from './dukpt.ts';

/** The published base key of test readers (ANSI X9.24-1). */
const test_base_key = Buffer.from('0123456789ABCDEFFEDCBA9876543210', 'hex');

/**
 * The base key of a reader. Production keys belong into a hardware module, which this build does
 * not drive: there every encrypted card is refused.
 */
function baseKey({ config }: Context): Buffer {
  if (config.environment === 'production') {
    refuse('refused', 'Card readers are not available: no key for them is installed.');
  }
  return test_base_key;
}

export const isEncrypted = (card: CardInput): boolean =>
  Boolean(card.ksn || card.encrypted_data || card.encrypted_track_1 || card.encrypted_track_2);

/** 400 names the member that cannot be opened. */
export function openReaderTracks(context: Context, card: CardInput): TrackFacts {
  const ksn = Buffer.from(card.ksn ?? invalid('KSN'), 'hex');
  const base_key = baseKey(context);
  const opened = (data: string | undefined) =>
    data === undefined ? '' : (decryptData(base_key, ksn, Buffer.from(data, 'hex')) ?? '');
  const textOf = (data: string | undefined) => opened(data).toString('latin1').replace(/\0+$/, '');
  if (card.encrypted_data !== undefined) {
    const [first = '', second = ''] = textOf(card.encrypted_data).split(/(?=;)/);
    const facts = first.startsWith(';') ? readTracks('', first) : readTracks(first, second);
    return facts ?? invalid('Encrypted Data');
  }
  const first = textOf(card.encrypted_track_1);
  const facts = readTracks(first, textOf(card.encrypted_track_2));
  return facts ?? invalid(card.encrypted_track_1 ? 'Encrypted Track 1' : 'Encrypted Track 2');
}
