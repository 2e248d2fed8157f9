// Where and how far a card may be surcharged: dated rules of states and brands (rails 17.1).
import { stateCode } from '../../places.ts';
import type { CardType } from '../cards/cards.ts';

/** ban: no surcharge; cap: at most so much; notice: allowed, with a duty the merchant must know. */
export type SurchargeRuleKind = 'ban' | 'cap' | 'notice';

export interface SurchargeRule {
  readonly state: string;
  /** First day it holds, `YYYY-MM-DD`; null since ever. */
  readonly from: string | null;
  /** First day it no longer holds; null until further notice. */
  readonly to: string | null;
  readonly kind: SurchargeRuleKind;
  readonly cap_thousandths?: number;
  /** Holds only where the partner's brand has switched it on (decisions G33). */
  readonly switched_by?: 'colorado_cap';
  readonly note: string;
}

const always = { from: null, to: null } as const;

export const surcharge_rules: readonly SurchargeRule[] = [
  { state: 'CT', ...always, kind: 'ban', note: 'State law forbids surcharges.' },
  { state: 'MA', ...always, kind: 'ban', note: 'State law forbids surcharges.' },
  { state: 'ME', ...always, kind: 'ban', note: 'State law bans surcharges by sellers.' },
  { state: 'PR', ...always, kind: 'ban', note: 'Territory law forbids surcharges.' },
  {
    state: 'OK',
    ...always,
    kind: 'cap',
    cap_thousandths: 2000,
    note: 'Up to 2% or the actual cost. Another payment method must be offered.',
  },
  {
    state: 'CO',
    ...always,
    kind: 'cap',
    cap_thousandths: 2000,
    switched_by: 'colorado_cap',
    note: 'Up to 2% or the actual cost, with the required notice.',
  },
  {
    state: 'NY',
    ...always,
    kind: 'notice',
    note: 'Show the full card price. Surcharge up to the actual cost.',
  },
  { state: 'NJ', ...always, kind: 'notice', note: 'Surcharge up to the actual cost.' },
  { state: 'NV', ...always, kind: 'notice', note: 'Surcharge up to the actual cost.' },
  { state: 'SD', ...always, kind: 'notice', note: 'Surcharge up to the actual cost.' },
  { state: 'CA', ...always, kind: 'notice', note: 'Advertised prices must include every fee.' },
  { state: 'KS', ...always, kind: 'notice', note: 'The state ban is not enforced.' },
  { state: 'TX', ...always, kind: 'notice', note: 'The state ban is not enforced.' },
  { state: 'FL', ...always, kind: 'notice', note: 'The state ban is not enforced.' },
  { state: 'UT', ...always, kind: 'notice', note: 'The state ban is not enforced.' },
];

export interface BrandCap {
  readonly brand: CardType;
  readonly from: string | null;
  readonly to: string | null;
  readonly cap_thousandths: number;
}

/** Ceilings of the card brands; those without a row have none of their own. */
export const brand_caps: readonly BrandCap[] = [
  { brand: 'visa', from: null, to: '2023-04-15', cap_thousandths: 4000 },
  { brand: 'visa', from: '2023-04-15', to: null, cap_thousandths: 3000 },
  { brand: 'mastercard', from: null, to: null, cap_thousandths: 4000 },
];

/** Where the fallback list of a merchant starts (spec 1 §9). */
export const default_blacklist = ['CO'] as const;

export type SurchargeFunding = 'credit' | 'debit' | 'prepaid' | 'unknown';

export interface SurchargeQuestion {
  /** Undefined before a card is known: a preview then speaks of a credit card of any brand. */
  funding?: SurchargeFunding;
  brand?: CardType;
  /** Customer, card or payment is marked as free of surcharge. */
  exempt?: boolean;
  /** Alpha-2 code; absent counts as US. */
  country?: string;
  /** The billing state, else the merchant's; absent means no state rule is known. */
  state?: string;
  /** The merchant's own list of states without a surcharge. */
  blacklist: readonly string[];
  /** The partner's brand caps Colorado; off by default (decisions G33). */
  colorado_cap?: boolean;
  /** What cards cost this merchant, in thousandths, where it is known. */
  cost_thousandths?: number;
  /** The business day, `YYYY-MM-DD`. */
  on: string;
}

export type SurchargeVerdict =
  | { allowed: false; reason: string }
  /** `cap_thousandths` null: no ceiling but the merchant's own rate. */
  | { allowed: true; cap_thousandths: number | null; reason: string };

function holds(rule: { from: string | null; to: string | null }, on: string): boolean {
  return (rule.from === null || rule.from <= on) && (rule.to === null || on < rule.to);
}

function rulesOf(state: string, ask: SurchargeQuestion): SurchargeRule[] {
  return surcharge_rules.filter((rule) => {
    const switched_off = rule.switched_by === 'colorado_cap' && ask.colorado_cap !== true;
    return rule.state === state && holds(rule, ask.on) && !switched_off;
  });
}

function refusal(ask: SurchargeQuestion, state: string): string | null {
  if (ask.exempt === true) return 'The payer is exempt from surcharges.';
  if (ask.funding !== undefined && ask.funding !== 'credit') {
    return 'Only credit cards can be surcharged.';
  }
  if (ask.country !== undefined && ask.country.toUpperCase() !== 'US') {
    return 'Surcharges apply only to addresses in the United States.';
  }
  if (ask.blacklist.some((code) => code.toUpperCase() === state)) {
    return `The merchant adds no surcharge in ${state}.`;
  }
  const ban = rulesOf(state, ask).find((rule) => rule.kind === 'ban');
  return ban === undefined ? null : ban.note;
}

/** Whether a surcharge may be taken and its ceiling: the lowest of brand, state and cost. */
export function surchargeVerdict(ask: SurchargeQuestion): SurchargeVerdict {
  const state = stateCode(ask.state ?? '');
  const no = refusal(ask, state);
  if (no !== null) return { allowed: false, reason: no };
  const brand = brand_caps.filter((row) => row.brand === ask.brand && holds(row, ask.on));
  const caps = [
    ...brand.map((row) => ({ cap: row.cap_thousandths, why: `Limit of ${row.brand}.` })),
    ...rulesOf(state, ask).flatMap(({ cap_thousandths: cap, note }) =>
      cap === undefined ? [] : [{ cap, why: `${state}: ${note}` }],
    ),
    ...(ask.cost_thousandths === undefined
      ? []
      : [{ cap: ask.cost_thousandths, why: 'Limited to the merchant’s own cost for cards.' }]),
  ];
  const lowest = caps.reduce<(typeof caps)[number] | null>(
    (least, row) => (least === null || row.cap < least.cap ? row : least),
    null,
  );
  if (lowest === null) return { allowed: true, cap_thousandths: null, reason: 'No limit.' };
  return { allowed: true, cap_thousandths: lowest.cap, reason: lowest.why };
}
