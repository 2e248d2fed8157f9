// One setting's chain: which level has a value of its own, which decides, what each changes.
import type {
  EffectiveSetting,
  SettingKind,
  SettingLevel,
  SettingStep,
} from '../../../contract/accounts/settings.ts';

export type Value = EffectiveSetting['value'];

/** A level as far as one setting is concerned. */
export interface Link {
  level: SettingLevel;
  id: string;
  name: string;
  /** Its own value; undefined where it has none. */
  own: Value | undefined;
  note: string;
  set_by: string;
  set_at: string | null;
}

export interface Named {
  kind: SettingKind;
  group: string;
  name: string;
  meaning: string;
}

/** Position of the level that decides, given each level's own value; the product has one always. */
export type Decide = (own: readonly (Value | undefined)[]) => number;

/** The closest level that has a value. */
export const closest: Decide = (own) => own.findLastIndex((value) => value !== undefined);

/** For delegations: the highest level that denies, else the closest level that has a value. */
export const narrowest: Decide = (own) => {
  const denied = own.indexOf(false);
  return denied >= 0 ? denied : closest(own);
};

/** The setting with its chain, the product first. */
export function chained(named: Named, links: readonly Link[], decide: Decide): EffectiveSetting {
  const own = links.map((link) => link.own);
  const decided_by = decide(own);
  const chain = links.map((link, place): SettingStep => {
    const { own: value, ...shown } = link;
    const others = own.with(place, undefined);
    const without = decide(others);
    return {
      ...shown,
      is_set: value !== undefined,
      value: value ?? null,
      without: without < 0 ? null : (others[without] ?? null),
    };
  });
  const value = own[decided_by];
  if (value === undefined) throw new Error(`No level sets ${named.kind} ${named.name}.`);
  return { ...named, value, decided_by, chain };
}
