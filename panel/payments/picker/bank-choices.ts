// Kinds of bank accounts and of debits from them, in words.

export const account_types = [
  { value: 'checking', label: 'Checking' },
  { value: 'savings', label: 'Savings' },
];

/** How the holder agreed, where the account may be kept for later. */
export const kept_sec_codes = [
  { value: 'ppd', label: 'PPD, personal' },
  { value: 'ccd', label: 'CCD, corporate' },
  { value: 'web', label: 'WEB, internet' },
];

export const sec_codes = [...kept_sec_codes, { value: 'tel', label: 'TEL, telephone' }];
