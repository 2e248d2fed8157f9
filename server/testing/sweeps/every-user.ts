// Calls that a standard user with no right may make, with the reason: all others answer 403.

export interface OpenCalls {
  because: string;
  calls: readonly string[];
}

/** What changes something is about the person alone, or about what they made for themselves. */
const own: readonly OpenCalls[] = [
  {
    because: 'tells the panel who is signed in, and reports that a screen of theirs failed',
    calls: ['GET /user', 'POST /panel/failure'],
  },
  {
    because: 'notes what news the person has read',
    calls: ['POST /dashboard/news/read'],
  },
  {
    because: "ends the person's own sessions, or lists them",
    calls: [
      'GET /logout',
      'POST /logout',
      'GET /user/sessions',
      'DELETE /user/session/{id}',
      'DELETE /user/sessions',
    ],
  },
  {
    because: "is about the person's own password, terms and second factors",
    calls: [
      'POST /user/change-password',
      'POST /accept-tos',
      'GET /user/two-factor',
      'GET /user/set-two-factor-auth',
      'POST /user/set-two-factor-auth',
      'DELETE /user/remove-two-factor-auth',
      'POST /user/recovery-codes',
      'GET /user/passkeys',
      'POST /user/passkey',
      'POST /user/passkey/options',
      'POST /user/passkey/confirm',
      'POST /user/passkey/{id}',
      'DELETE /user/passkey/{id}',
    ],
  },
  {
    because: "reads the person's own API keys; new and changed ones take manage_api_keys",
    calls: ['GET /user/apikey', 'GET /user/apikeys', 'GET /user/apikey/{id}', 'GET /public-key'],
  },
  {
    because: 'is about what the person saved for themselves; shared ones take the admin role',
    calls: [
      'GET /search/saved',
      'GET /search/saved/{section}',
      'POST /search/saved',
      'POST /search/saved/{section}',
      'DELETE /search/saved/{id}',
      'GET /custom-outputs',
      'GET /custom-output/{id}',
      'POST /custom-output',
      'POST /custom-output/{id}',
      'DELETE /custom-output/{id}',
    ],
  },
];

/** Nothing is changed; there is no right to see payments and accounts (gateway-api 2.2). */
const reads: readonly OpenCalls[] = [
  {
    because: 'reads payments, which every user of the account and above does',
    calls: [
      'GET /transaction/{id}',
      'GET /transaction/{id}/emails',
      'GET /transaction/{id}/events',
      'GET /transaction/{id}/explain',
      'GET /transaction/{id}/print',
      'POST /transaction/{id}/print',
      'GET /transaction/{merchantId}/{id}',
      'GET /transaction/{merchantId}/{id}/emails',
      'GET /transaction/{merchantId}/{id}/events',
      'GET /transaction/{merchantId}/{id}/explain',
      'GET /transaction/{merchantId}/{id}/ledger',
      'GET /transaction/{merchantId}/{id}/print',
      'POST /transaction/{merchantId}/{id}/print',
      'POST /transaction/search',
      'POST /transaction/search/{merchantId}',
      'POST /transaction/search/totals',
      'POST /transaction/search/totals/{merchantId}',
      'GET /dashboard/home',
      'GET /dashboard/account/{accountId}',
      'GET /dashboard/stats/transaction',
      'GET /dashboard/stats/processor',
      'GET /dashboard/stats/recurring',
      'GET /dashboard/stats/invoice',
      'GET /dashboard/stats/cart',
      'GET /admin/stats/partner/{partnerId}/{type}/{startTime}/{endTime}',
      'POST /transaction/report',
      'POST /transaction/report/{merchantId}',
      'POST /dashboard/partner/transaction',
      'POST /unresolved/search',
      'GET /unresolved/{merchantId}/{attemptId}',
      'GET /ledger/books',
    ],
  },
  {
    because: 'fetches a file that the person asked for, and proves it',
    calls: [
      'GET /export/{id}',
      'GET /export/{id}/download',
      'GET /export/{id}/manifest',
      'POST /export/verify',
    ],
  },
  {
    because: 'sends the receipt of a payment that the person may print anyway',
    calls: ['POST /transaction/{id}/email'],
  },
  {
    because: 'reads the saved customers that the person takes payments from; saving takes a right',
    calls: [
      'GET /vault/{id}',
      'POST /vault/customer/search',
      'GET /vault/customer/global-search',
      'GET /vault/customer/{id}/duplicates',
      'GET /customer/{id}',
      'POST /customer/search',
      'GET /customer/{id}/addresses',
      'GET /customer/{id}/address/{addressId}',
      'GET /customer/{id}/paymentmethod/{type}',
      'GET /customer/{id}/paymentmethod/{type}/{methodId}',
      'POST /vault/accountupdater/search',
      'GET /vault/accountupdater',
    ],
  },
  {
    because: 'begins device data in the page of a payer, with a key that is public',
    calls: ['GET /guardian/session'],
  },
  {
    because: 'calculates before a payment, which takes its own right',
    calls: ['POST /calculate/amounts', 'POST /lookup/bin/protected', 'POST /lookup/fees'],
  },
  {
    because: 'reads accounts and settings; changing them takes the admin role',
    calls: [
      'GET /merchant',
      'GET /merchant/{id}',
      'POST /merchant/search',
      'GET /merchant/{id}/default/{group}',
      'GET /merchant/branding/{id}',
      'GET /merchant/{mid}/processor/{id}',
      'GET /merchant/{mid}/processors',
      'GET /merchant/{mid}/terminal/{id}',
      'GET /merchant/{mid}/terminals',
      'GET /merchant/{mid}/device/{id}',
      'GET /merchant/{mid}/devices',
      'GET /terminals',
      'GET /processors/types',
      'GET /partner',
      'GET /partner/{id}',
      'POST /partner/search',
      'GET /partner/{id}/default/{group}',
      'GET /partner/available-processors',
      'GET /admin/branding/{partnerId}',
      'GET /settings/effective',
      'GET /dashboard/news',
      'GET /sandbox/clock',
      'GET /customfield/{id}',
      'GET /customfields',
      'GET /customfields/{merchantId}',
      'GET /group/{id}',
      'GET /groups',
    ],
  },
  {
    because: 'reads who did what, which partners and the office do; of merchants, the admin role',
    calls: [
      'POST /audit/search',
      'POST /audit/report',
      'GET /audit/{merchantId}/{id}',
      'GET /trace/{correlation_id}',
    ],
  },
];

export const open_to_every_user: readonly OpenCalls[] = [...own, ...reads];
