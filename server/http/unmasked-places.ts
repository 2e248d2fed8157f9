// The members of request bodies in which a card number is not masked, each with its reason.

/** `all`: any text is kept; `digits`: at most 15 digits are, a longer card number is refused. */
export type Keeps = 'all' | 'digits';

export interface UnmaskedPlace {
  calls: readonly string[];
  /** Members by their path, without list indexes; members below them are included. */
  places: readonly string[];
  keeps: Keeps;
  reason: string;
}

/**
 * Everywhere else a number is masked, whatever the name of the member. Add a place only with a test
 * that shows where its number goes.
 */
export const unmasked_places: readonly UnmaskedPlace[] = [
  {
    calls: ['POST /transaction', 'POST /transaction/multi'],
    places: [
      'payment_method.card.number',
      'payment_method.card.track_1',
      'payment_method.card.track_2',
      'payment_method.ach.account_number',
    ],
    keeps: 'all',
    reason: 'The payment itself: vault/ hands the number to the processor and keeps a digest.',
  },
  {
    calls: ['POST /transaction', 'POST /transaction/multi'],
    places: [
      'payment_method.card.encrypted_track_1',
      'payment_method.card.encrypted_track_2',
      'payment_method.card.encrypted_data',
      'payment_method.card.ksn',
    ],
    keeps: 'all',
    reason: 'What a card reader encrypted, in hexadecimal digits: vault/ alone opens it.',
  },
  {
    calls: ['POST /transaction', 'POST /transaction/multi'],
    places: ['payment_method.plaid.ref_id', 'payment_method.plaid.account_id'],
    keeps: 'all',
    reason: 'Names of a linked account, compared as they are; a payment keeps neither of them.',
  },
  {
    calls: ['POST /plaid/link'],
    places: ['public_token', 'relink'],
    keeps: 'all',
    reason: 'Drawn by the provider, or sealed by us: read once, and a changed one opens nothing.',
  },
  {
    calls: ['POST /plaid/link-token', 'POST /plaid/simulated-sign-in'],
    places: ['relink'],
    keeps: 'all',
    reason: 'Sealed by us: a changed one opens nothing, and none is kept.',
  },
  {
    calls: ['POST /transaction', 'POST /transaction/multi'],
    places: ['fingerprint'],
    keeps: 'all',
    reason: 'Hashes are of the exact texts; what a payment keeps of them is masked afterwards.',
  },
  {
    calls: ['POST /transaction', 'POST /transaction/multi'],
    places: ['payment_method.apple_pay_token', 'payment_method.google_pay_token'],
    keeps: 'all',
    reason: 'Encrypted by the payer’s device and signed: vault/ opens it and keeps a digest.',
  },
  {
    calls: ['POST /customer'],
    places: ['payment_method.apple_pay_token'],
    keeps: 'all',
    reason: 'Encrypted by the payer’s device and signed: the number in it is sealed and saved.',
  },
  {
    calls: ['POST /public/applepay/paymentauthorized'],
    places: ['ApplePayPayment.token'],
    keeps: 'all',
    reason: 'Encrypted by the payer’s device and signed: sealed under the token that is answered.',
  },
  {
    calls: ['POST /vault/customer'],
    places: ['default_payment.apple_pay', 'default_payment.google_pay_token'],
    keeps: 'all',
    reason: 'Encrypted by the payer’s device and signed: the number in it is sealed and saved.',
  },
  {
    calls: ['POST /vault/customer/{id}/applepay'],
    places: ['pkpaymenttoken'],
    keeps: 'all',
    reason: 'Encrypted by the payer’s device and signed: the number in it is sealed and saved.',
  },
  {
    calls: ['POST /vault/customer/{id}/googlepay'],
    places: ['google_pay_token'],
    keeps: 'all',
    reason: 'Encrypted by the payer’s device and signed: the number in it is sealed and saved.',
  },
  {
    calls: ['POST /merchant/apple-pay', 'POST /merchant/apple-pay/{id}'],
    places: [
      'merchant_certificate',
      'merchant_certificate_key',
      'processing_certificate',
      'processing_certificate_key',
      'domain_file',
    ],
    keeps: 'all',
    // One changed character of the file and Apple does not accept the domain.
    reason:
      'Certificates are public, keys are sealed; a domain file with a card number is refused.',
  },
  {
    calls: ['POST /merchant/apple-pay/{id}/certificate'],
    places: ['certificate'],
    keeps: 'all',
    reason: 'A certificate is public, and one changed digit would break its signature.',
  },
  {
    calls: ['POST /vault/customer/import', 'POST /vault/customer/import/check'],
    places: ['csv'],
    keeps: 'all',
    reason: 'A file of numbers to save: each is sealed, and refusals repeat nothing of the file.',
  },
  {
    calls: ['POST /tokenizer/{key}'],
    places: ['card.number', 'card.track_1', 'card.track_2', 'ach.account_number', 'guardian'],
    keeps: 'all',
    reason: 'Sealed under the token that is answered, which we do not keep.',
  },
  {
    calls: ['POST /vault/customer'],
    places: [
      'default_payment.card.number',
      'default_payment.card.card_number',
      'default_payment.ach.account_number',
    ],
    keeps: 'all',
    reason: 'Saved: the number is sealed under a key of the merchant and answered masked.',
  },
  {
    calls: ['POST /customer'],
    places: [
      'payment_method.card.number',
      'payment_method.card.card_number',
      'payment_method.ach.account_number',
    ],
    keeps: 'all',
    reason: 'Saved: the number is sealed under a key of the merchant and answered masked.',
  },
  {
    calls: ['POST /customer/{id}/paymentmethod/{type}/{methodId}'],
    places: ['card.number', 'card.card_number', 'ach.account_number'],
    keeps: 'all',
    reason: 'Saved: the number is sealed under a key of the merchant and answered masked.',
  },
  {
    calls: [
      'POST /customer/{id}/paymentmethod/card',
      'POST /vault/customer/{id}/card',
      'POST /vault/customer/{id}/card/{methodId}',
    ],
    places: ['number', 'card_number'],
    keeps: 'all',
    reason: 'Saved: the number is sealed under a key of the merchant and answered masked.',
  },
  {
    calls: [
      'POST /vault/customer/{id}/ach',
      'POST /vault/customer/{id}/ach/{methodId}',
      'POST /customer/{id}/paymentmethod/ach',
    ],
    places: ['account_number'],
    keeps: 'all',
    reason: 'Saved: the number is sealed under a key of the merchant and answered masked.',
  },
  {
    calls: [
      'POST /transaction/search',
      'POST /transaction/search/{merchantId}',
      'POST /transaction/search/totals',
      'POST /transaction/search/totals/{merchantId}',
      'POST /transaction/report',
      'POST /transaction/report/{merchantId}',
      'POST /dashboard/partner/transaction',
    ],
    places: ['full_cc_number.value'],
    keeps: 'all',
    reason: 'Searched by: the number becomes its digest at each merchant before the first query.',
  },
  {
    calls: ['POST /search/saved', 'POST /search/saved/{section}'],
    places: ['data.full_cc_number.value'],
    keeps: 'all',
    reason: 'Saved to search by: the number becomes its mask and its digests before it is written.',
  },
  {
    calls: ['POST /merchant', 'POST /merchant/{id}'],
    places: [
      'billing.account_number',
      'billing.ach.account_number',
      'billing_details.account_number',
      'billing_details.ach.account_number',
    ],
    keeps: 'all',
    reason: 'The account a merchant pays fees from: sealed, and answered as its last digits.',
  },
  {
    calls: [
      'POST /token-auth',
      'POST /user',
      'POST /merchant/{merchantId}/user',
      'POST /user/forgot-password/reset',
      'POST /user/forgotten-password/reset',
    ],
    places: ['password'],
    keeps: 'all',
    reason: 'A password is hashed, and a changed one would be another password.',
  },
  {
    calls: ['POST /merchant'],
    places: ['user.password'],
    keeps: 'all',
    reason: 'The password of the first user: hashed.',
  },
  {
    calls: [
      'POST /user/change-password',
      'POST /user/passkey/options',
      'DELETE /user/passkey/{id}',
    ],
    places: ['current_password'],
    keeps: 'all',
    reason: 'Compared as a hash: a changed one would be another password.',
  },
  {
    calls: ['POST /user/change-password'],
    places: ['new_password'],
    keeps: 'all',
    reason: 'Hashed: a changed one would be another password.',
  },
  {
    calls: ['POST /merchant/logo', 'POST /admin/branding', 'POST /admin/branding/installation'],
    places: ['logo'],
    keeps: 'all',
    reason: 'A picture in Base64: any changed letter spoils it, and what is no picture is refused.',
  },
  {
    calls: ['POST /merchant/{mid}/processor', 'POST /merchant/{mid}/processor/{id}'],
    places: ['settings'],
    keeps: 'digits',
    // One of 15 digits that begins with 34 or 37 may pass for American Express, and is kept, too:
    // acquirers number merchants so, and a masked number would pay nobody. What else could be a
    // card's is masked here as everywhere: 16 digits, groups, and digits with words beside them.
    reason: 'Acquirers number merchants with up to 15 digits, and some pass for a card’s.',
  },
];

/** The only texts that a place with `digits` keeps. */
export const merchant_number = /^\d{1,15}$/;

/**
 * Telephone numbers, wherever they stand: one of 13 digits may pass for a card's, and is needed
 * whole. From 14 digits on such a text is refused, so no card that is issued today can stand there.
 */
export const phone_members = /^(.*_)?(phone|fax)(_.*)?$/;

type Places = ReadonlyMap<string, Keeps>;

const by_call = new Map<string, Map<string, Keeps>>();
for (const { calls, places, keeps } of unmasked_places) {
  for (const call of calls) {
    const known = by_call.get(call) ?? new Map<string, Keeps>();
    for (const place of places) known.set(place, keeps);
    by_call.set(call, known);
  }
}
const no_places: Places = new Map();

/** The places of one call, `POST /transaction`. */
export function unmaskedPlaces(call: string): Places {
  return by_call.get(call) ?? no_places;
}
