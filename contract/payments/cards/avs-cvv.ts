// AVS and CVV letters: what each says of street, postal code and security code, and its words.

export type Match = 'match' | 'no_match' | 'unknown';

export interface AvsLetter {
  readonly code: string;
  readonly street: Match;
  readonly postal: Match;
  /** Words of the select list and of a transaction's page. */
  readonly meaning: string;
}

const a = (code: string, street: Match, postal: Match, meaning: string): AvsLetter => ({
  code,
  street,
  postal,
  meaning,
});

/** Every AVS letter the gateway may answer with (gateway-api 3.10, rails 6.3). */
export const avs_letters: readonly AvsLetter[] = [
  a('Y', 'match', 'match', 'Address and 5-digit postal code match'),
  a('X', 'match', 'match', 'Address and 9-digit postal code match'),
  a('M', 'match', 'match', 'Address and postal code match'),
  a('D', 'match', 'match', 'Address and postal code match, international'),
  a('F', 'match', 'match', 'Address and postal code match, United Kingdom'),
  a('A', 'match', 'no_match', 'Address matches, postal code does not'),
  a('B', 'match', 'unknown', 'Address matches, postal code not verified'),
  a('W', 'no_match', 'match', '9-digit postal code matches, address does not'),
  a('Z', 'no_match', 'match', '5-digit postal code matches, address does not'),
  a('P', 'unknown', 'match', 'Postal code matches, address not verified'),
  a('T', 'unknown', 'match', '9-digit postal code matches'),
  a('N', 'no_match', 'no_match', 'Neither address nor postal code matches'),
  a('C', 'no_match', 'no_match', 'Address and postal code not verified, international'),
  a('U', 'unknown', 'unknown', 'Address information unavailable'),
  a('R', 'unknown', 'unknown', 'System unavailable, try again'),
  a('S', 'unknown', 'unknown', 'Not supported by the issuer'),
  a('G', 'unknown', 'unknown', 'Issuer outside the country does not participate'),
  a('I', 'unknown', 'unknown', 'Address not provided'),
  a('E', 'unknown', 'unknown', 'Not allowed for this transaction'),
  a('0', 'unknown', 'unknown', 'Not checked'),
];

export interface CvvLetter {
  readonly code: string;
  readonly meaning: string;
}

/** Every CVV letter the gateway may answer with (gateway-api 3.10). */
export const cvv_letters: readonly CvvLetter[] = [
  { code: 'M', meaning: 'Security code matches' },
  { code: 'N', meaning: 'Security code does not match' },
  { code: 'U', meaning: 'Security code not verified' },
  { code: 'S', meaning: 'Security code not supported by the issuer' },
  { code: 'I', meaning: 'Security code not provided' },
  { code: 'P', meaning: 'Security code not processed' },
];

const avs_by_code = new Map(avs_letters.map((letter) => [letter.code, letter]));
const cvv_by_code = new Map(cvv_letters.map((letter) => [letter.code, letter]));

/** The letter's entry, or null for one no processor should send. */
export const avsLetter = (code: string): AvsLetter | null => avs_by_code.get(code) ?? null;

/** Words of a letter, '' for none, the bare letter where we have no words. */
export const avsMeaning = (code: string): string => avs_by_code.get(code)?.meaning ?? code;
export const cvvMeaning = (code: string): string => cvv_by_code.get(code)?.meaning ?? code;
