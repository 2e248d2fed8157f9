// What a call says of checking a card before it is saved (gateway-api 5).
import { z } from 'zod';
import { blankable, currency } from '../fields.ts';

/** `true` of a query or a body; anything else is no. */
const asked = z.preprocess(
  (value) => (value === true || value === 'true' ? true : undefined),
  z.literal(true).optional(),
);

/** How a card is checked with its bank before it is saved; the query of the call takes them too. */
export const check_members = {
  /** By a verification of zero. */
  validate: asked,
  /** By an authorization of one unit of the currency, which is given back. */
  authorize: asked,
  bypass_rule_engine: asked,
  currency: blankable(currency),
};
export const check_names = Object.keys(check_members);
