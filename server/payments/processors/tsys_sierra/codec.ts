// TSYS Sierra in the sandbox: commands to the rail lab's card wire and its answers to outcomes.

import { type CardUpdatesCommand, decodeCardUpdates, withCardUpdate } from '../card-updates.ts';
import type { Codec } from '../driver.ts';
import { followUp, wireRequest } from '../lab/lab-request.ts';
import { labAnswers, type ReadCode } from '../lab/lab-wire.ts';
import { networkCode } from '../network-codes.ts';
import { storedCredentialOnWire } from '../stored-credential.ts';
import type {
  CardMethod,
  Command,
  PayCommand,
  ProcessorAccount,
  VerifyCommand,
  WireRequest,
} from '../types.ts';

/** Every code of this host is the network's own. */
const readCode: ReadCode = (code, brand) => ({ ...networkCode(code, brand), network: code });

const setting = (account: ProcessorAccount, name: string): string => {
  const value = account.settings[name];
  return typeof value === 'string' || typeof value === 'number' ? String(value) : '';
};

function credentialsOf(account: ProcessorAccount) {
  return {
    mid: setting(account, 'mid'),
    terminal_number: setting(account, 'terminal_number'),
    station: account.processor_id,
  };
}

/** Opens the card for the length of this call; MM/YY and MMYYYY become MMYY. */
function cardOf({ sensitive, entry }: CardMethod) {
  const { number, expiration_date, cvc, cryptogram, eci } = sensitive.open();
  const digits = expiration_date.replace(/\D/g, '');
  const expiration = `${digits.slice(0, 2)}${digits.slice(-2)}`;
  const network_token = cryptogram ? { cryptogram, eci } : {};
  return { number, expiration, entry, ...(cvc ? { cvv: cvc } : {}), ...network_token };
}

function payment(command: PayCommand | VerifyCommand): Record<string, unknown> {
  const { method, billing, currency, descriptor } = command;
  if (method.kind !== 'card') throw new Error('tsys_sierra takes cards only');
  const shown = descriptor ? { descriptor } : {};
  const credential = storedCredentialOnWire(command.stored_credential);
  const common = { currency, card: cardOf(method), address: billing, ...shown, ...credential };
  if (command.operation === 'verify') return common;
  const { amount, parts, order_id, po_number, allow_partial, iias_status } = command;
  const inventory = iias_status ? { iias_status } : {};
  const names = { order_id, po_number, allow_partial, ...inventory };
  return { ...common, amount, amounts: parts, ...names };
}

/** The wire request of a command; throws where the method is not a card. */
function encode(command: Command): WireRequest {
  const members = 'method' in command ? payment(command) : followUp(command);
  return wireRequest('/sierra', command, credentialsOf(command.account), members);
}

/** The account updater has a body of its own: many cards at once, and no amount. */
function encodeCardUpdates({ reference, account, cards }: CardUpdatesCommand): WireRequest {
  const asked = cards.map(({ id, sensitive }) => {
    const { number, expiration_date } = sensitive.open();
    return { id, number, expiration: expiration_date.replace(/\D/g, '') };
  });
  const body = { reference, credentials: credentialsOf(account), cards: asked };
  return { path: '/sierra/update_cards', body: JSON.stringify(body) };
}

const answers = labAnswers(readCode);

export const tsys_sierra: Codec = {
  encode,
  ...answers,
  decode: (command, answer) => withCardUpdate(command, answer, answers.decode),
  card_updates: { encode: encodeCardUpdates, decode: decodeCardUpdates },
};
