// What pages of payers call for Apple Pay, from any origin and without a key (gateway-api 13.2).
import { z } from 'zod';
import { open } from '../../access/access.ts';
import { endpoint, file } from '../../endpoint.ts';
import { omittable } from '../../fields.ts';
import { apple_contact, apple_token } from './wallet-tokens.ts';

/** A merchant session of Apple's, as it is: pages hand it to the browser unread. */
const merchant_session = file(['application/json']);

export const wallet_pages = {
  validateMerchant: endpoint({
    method: 'POST',
    path: '/public/applepay/validatemerchant',
    access: open,
    input: z.object({
      /** Id of the registration. */
      PKeyCompany: z.string().min(1).max(20),
      AppleMerchantId: omittable(z.string().max(255)),
      ValidationUrl: z.string().min(1).max(500),
      DomainName: omittable(z.string().max(253)),
      domainName: omittable(z.string().max(253)),
    }),
    reply: merchant_session,
    rate_class: 'write',
    summary: 'Starts an Apple Pay session for a page on this domain.',
  }),
  paymentAuthorized: endpoint({
    method: 'POST',
    path: '/public/applepay/paymentauthorized',
    access: open,
    input: z.object({
      PKeyCompany: z.string().min(1).max(20),
      AppleMerchantId: omittable(z.string().max(255)),
      ApplePayPayment: z.object({ token: apple_token, billingContact: apple_contact }),
    }),
    reply: file(['application/json']),
    rate_class: 'write',
    summary: 'Creates a temporary token, valid for five minutes, from an authorized payment.',
  }),
};
