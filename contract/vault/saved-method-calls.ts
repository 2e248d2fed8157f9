// The calls that add, change and remove a payment method of a saved customer (gateway-api 5).
import type { Access } from '../access/access.ts';
import { endpoint, type RateClass, type RecordReply } from '../endpoint.ts';
import {
  saved_account_input,
  saved_apple_pay_input,
  saved_card_input,
  saved_google_pay_input,
  saved_token_input,
} from './saved-methods.ts';

const one = '/vault/customer/{id}';

interface Write<R extends RecordReply> {
  access: Access;
  reply: R;
  rate_class: RateClass;
}

/** Methods that come as a token, or out of a wallet. */
function tokenCalls<R extends RecordReply>(write: Write<R>) {
  return {
    createByToken: endpoint({
      ...write,
      method: 'POST',
      path: `${one}/token`,
      input: saved_token_input,
      audit: 'saved_method.create',
      summary: 'Adds the card or bank account behind a one-time token to a saved customer.',
    }),
    updateByToken: endpoint({
      ...write,
      method: 'POST',
      path: `${one}/token/{methodId}`,
      input: saved_token_input,
      audit: 'saved_method.update',
      summary: 'Replaces a saved card or bank account with the one behind a one-time token.',
    }),
    createByApplePay: endpoint({
      ...write,
      method: 'POST',
      path: `${one}/applepay`,
      input: saved_apple_pay_input,
      audit: 'saved_method.create',
      summary: 'Adds the card of an Apple Pay payment to a saved customer.',
    }),
    createByGooglePay: endpoint({
      ...write,
      method: 'POST',
      path: `${one}/googlepay`,
      input: saved_google_pay_input,
      audit: 'saved_method.create',
      summary: 'Adds the card of a Google Pay payment to a saved customer.',
    }),
  };
}

/** `write` is what they share with the other calls of a customer: each answers it whole. */
export function savedMethodCalls<R extends RecordReply>(write: Write<R>) {
  return {
    createCard: endpoint({
      ...write,
      method: 'POST',
      path: `${one}/card`,
      input: saved_card_input,
      audit: 'saved_method.create',
      summary: 'Adds a card to a saved customer.',
    }),
    updateCard: endpoint({
      ...write,
      method: 'POST',
      path: `${one}/card/{methodId}`,
      input: saved_card_input,
      audit: 'saved_method.update',
      summary: 'Changes a saved card; if no number is sent, the number does not change.',
    }),
    removeCard: endpoint({
      ...write,
      method: 'DELETE',
      path: `${one}/card/{methodId}`,
      audit: 'saved_method.remove',
      summary: 'Removes a saved card.',
    }),
    createAccount: endpoint({
      ...write,
      method: 'POST',
      path: `${one}/ach`,
      input: saved_account_input,
      audit: 'saved_method.create',
      summary: 'Adds a bank account to a saved customer.',
    }),
    updateAccount: endpoint({
      ...write,
      method: 'POST',
      path: `${one}/ach/{methodId}`,
      input: saved_account_input,
      audit: 'saved_method.update',
      summary: 'Changes a saved bank account; if no number is sent, the number does not change.',
    }),
    ...tokenCalls(write),
    removeAccount: endpoint({
      ...write,
      method: 'DELETE',
      path: `${one}/ach/{methodId}`,
      audit: 'saved_method.remove',
      summary: 'Removes a saved bank account.',
    }),
  };
}
