// What a caller's own 3-D Secure provider said of a cardholder (gateway-api 3.3).
import { z } from 'zod';
import { blankable } from '../../fields.ts';

const proof = blankable(z.string().max(255));

export const cardholder_authentication = z.preprocess(
  (value) => value ?? undefined,
  z
    .object({
      eci: proof,
      cavv: proof,
      xid: proof,
      cryptogram: proof,
      version: proof,
      ds_transaction_id: proof,
      acs_transaction_id: proof,
      condition: proof,
    })
    .optional(),
);
