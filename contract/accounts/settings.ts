// The settings inspector: where a value in force comes from, level by level.
import { z } from 'zod';
import { signedIn } from '../access/access.ts';
import { endpoint, list } from '../endpoint.ts';
import { blankable, id, nullable_moment } from '../fields.ts';
import { setting_value } from './setting-values.ts';

/** `right`: a permission of a user; the others are the documents of its account. */
export const setting_kinds = ['default', 'required', 'permission', 'flag', 'right'] as const;
export type SettingKind = (typeof setting_kinds)[number];

export const setting_levels = ['system', 'partner', 'merchant', 'user'] as const;
export type SettingLevel = (typeof setting_levels)[number];

/** One step of the chain, the product first and the one closest to the payment last. */
export const setting_step = z.object({
  level: z.enum(setting_levels),
  /** The account or user of this step; both are empty for the product. */
  id: z.string(),
  name: z.string(),
  /** Whether this step has a value of its own. */
  is_set: z.boolean(),
  /** Its own value; null where it has none. */
  value: setting_value.nullable(),
  /** What would be in force if this step had no value of its own; null where nothing would. */
  without: setting_value.nullable(),
  /**
   * Who gave the value; empty where nobody did, and on the steps above the caller's own account. Of
   * somebody above it says no name, but `an administrator` or `a partner above`.
   */
  set_by: z.string(),
  set_at: nullable_moment,
  /** What this step means where it decides nothing, such as whether a partner can grant it. */
  note: z.string(),
});
export type SettingStep = z.output<typeof setting_step>;

export const effective_setting = z.object({
  kind: z.enum(setting_kinds),
  /** Group of a default or required field, else empty. */
  group: z.string(),
  name: z.string(),
  /** One line of meaning. */
  meaning: z.string(),
  /** The value in force. */
  value: setting_value,
  /** Position in `chain` of the step whose value it is. */
  decided_by: z.int().min(0),
  chain: z.array(setting_step),
});
export type EffectiveSetting = z.output<typeof effective_setting>;

export const account_settings = {
  effective: endpoint({
    method: 'GET',
    path: '/settings/effective',
    access: signedIn(undefined, { scope: 'view_accounts' }),
    input: z.object({
      /** Partner or merchant; left out: the user's, else the caller's own. */
      account_id: blankable(id),
      /** Adds the last step; left out, the chain ends with the account. */
      user_id: blankable(id),
      kind: blankable(z.enum(setting_kinds)),
      group: blankable(z.string().max(40)),
      name: blankable(z.string().max(60)),
    }),
    reply: list(effective_setting),
    rate_class: 'search',
    summary: 'Settings in effect for an account or user, each with the chain it comes from.',
  }),
};
