// Members of a payment under the names of the terminal's form (spec 2 §3), beside those of the API.
import { z } from 'zod';
import { absentable, amount, blankable, limited } from '../../fields.ts';

/** Letters and digits (spec 2 §5, decisions G31). */
export const licence_number = z.string().regex(/^[0-9A-Za-z]{1,50}$/);

/** As typed, `8.25`, or as a number: a rate that takes the place of the account's own. */
const override_rate = blankable(
  z
    .union([z.string(), z.number()])
    .transform(String)
    .pipe(z.string().regex(/^\d{1,2}(\.\d{1,3})?$/)),
);

/** What `POST /transaction` takes as well: a stated fee, and whose bank account it is. */
export const form_names = {
  payment_adj_type: blankable(z.enum(['flat', 'percentage'])),
  payment_adj_value: absentable(amount),
  /** What `payment_method` says by its member; 400 where the two differ. */
  payment_type: limited(20),
  /** What stands behind a token or a saved customer; 400 where something else does. */
  token_payment_type: blankable(z.enum(['card', 'ach'])),
  override_tax_rate: override_rate,
  override_national_tax_rate: override_rate,
  drivers_license: blankable(licence_number),
  drivers_license_state: limited(3),
  social_security_number_last_4: blankable(z.string().regex(/^\d{4}$/)),
  date_of_birth: blankable(z.string().regex(/^\d{4}(-\d{2}-\d{2})?$/)),
};

/**
 * Answered where one transaction is read, each where it was stated: lists, files and webhooks leave
 * out what identifies a person.
 */
export const form_answers = {
  payment_adj_type: z.enum(['flat', 'percentage']).optional(),
  payment_adj_value: z.int().optional(),
  token_payment_type: z.enum(['card', 'ach']).optional(),
  override_tax_rate: z.string().optional(),
  override_national_tax_rate: z.string().optional(),
  drivers_license: z.string().optional(),
  drivers_license_state: z.string().optional(),
  social_security_number_last_4: z.string().optional(),
  date_of_birth: z.string().optional(),
};
