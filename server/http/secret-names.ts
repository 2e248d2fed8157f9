// Which members of an input are never kept: told by their names, since old clients send members
// that no schema has, and a new secret must not have to be remembered here.

/** What lets somebody in, opens something or signs something, by the end of its name. */
const secret_ending = /(token|code|key|certificate|passphrase|passcode|cryptogram|ticket)s?$/;

/** These tell a secret wherever they stand in a name. */
const secret_part = /secret|password/;

/** Secrets, and data of cards, accounts and persons, whose names end like any other. */
const secret_names: ReadonlySet<string> = new Set([
  'number',
  'cardnumber',
  'fullccnumber',
  'bin',
  'ccbin',
  'cvc',
  'cvv',
  'pin',
  'pinblock',
  'track',
  'track1',
  'track2',
  'card',
  'ach',
  'accountnumber',
  // A file of saved customers: cards and bank accounts of all of them.
  'csv',
  'applepay',
  'applepaypayment',
  'plaid',
  // It opens the numbers of a linked bank account (decision 30).
  'refid',
  'relink',
  'totp',
  'otp',
  'authdata',
  'settings',
  'ssn4',
  'dlnumber',
  'driverslicense',
  'socialsecuritynumberlast4',
  'dateofbirth',
  'dobyear',
]);

/** Names that end like a secret and are none; each is needed to read what a request was about. */
export const readable_endings: Readonly<Record<string, string>> = {
  postalcode: 'part of an address',
  zipcode: 'part of an address',
  countrycode: 'part of an address',
  isocode: 'a currency or a country',
  seccode: 'how a bank account was authorized: WEB, CCD, PPD or TEL',
  responsecode: 'what a processor answered',
  returncode: 'why a bank sent a debit back',
  authcode: 'the approval number of a payment, which its receipt prints',
  commoditycode: 'what was sold',
  productcode: 'what was sold',
  idempotencykey: 'the name of a request that the caller gave it',
};

/** As names are compared: snake case, camel case and spaces are one. */
function squashed(name: string): string {
  return name.toLowerCase().replace(/[\s_-]/g, '');
}

function isReadable(name: string): boolean {
  const singular = name.replace(/s$/, '');
  return Object.keys(readable_endings).some((ending) => singular.endsWith(ending));
}

/** Whether the value of a member with this name is never kept (Q24). */
export function isSecret(name: string): boolean {
  const known = squashed(name);
  if (secret_names.has(known) || secret_part.test(known)) return true;
  return secret_ending.test(known) && !isReadable(known);
}
