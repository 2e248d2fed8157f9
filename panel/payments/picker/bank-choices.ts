// Kinds of bank accounts and of debits from them, in words.

export const account_types = [
  { value: 'checking', label: 'Checking' },
  { value: 'savings', label: 'Savings' },
];

/** How the holder agreed; TEL takes the number of a check, too. */
export const sec_codes = [
  { value: 'ppd', label: 'PPD, personal' },
  { value: 'ccd', label: 'CCD, corporate' },
  { value: 'web', label: 'WEB, internet' },
  { value: 'tel', label: 'TEL, telephone' },
];
