// What screens of accounts read: the viewer, one partner or merchant, and what the viewer grants.
import type { AccountType } from '../../contract/access/access.ts';
import { type MerchantRecord, merchants } from '../../contract/accounts/merchants.ts';
import { type PartnerRecord, partners } from '../../contract/accounts/partners.ts';
import { account_settings } from '../../contract/accounts/settings.ts';
import { sessions } from '../../contract/identity/sessions.ts';
import type { CallerRecord } from '../../contract/identity/users.ts';
import { useRecord } from '../hooks.ts';
import type { Kind } from './paths.ts';

const minute_ms = 60_000;

export function useViewer(): CallerRecord | undefined {
  return useRecord(sessions.get, {}, { stale_ms: minute_ms }).data;
}

export type AccountRecord = PartnerRecord | MerchantRecord;

/** A partner or merchant; undefined until it is there. */
export function useAccount(kind: Kind, id: string) {
  const request = { params: { id } };
  const partner = useRecord(partners.get, request, { enabled: kind === 'partner' && id !== '' });
  const merchant = useRecord(merchants.get, request, { enabled: kind === 'merchant' && id !== '' });
  const { data, error, refetch } = kind === 'partner' ? partner : merchant;
  return { data: data as AccountRecord | undefined, error, refetch };
}

/** What shows an account, and is read anew after one has changed. */
export const account_stales = [
  partners.get,
  partners.search,
  merchants.get,
  merchants.search,
  account_settings.effective,
];

/** Why the viewer cannot turn a permission or flag on, or '': a partner grants what it has. */
export function useGranting(area: AccountType) {
  const { data } = useRecord(
    partners.getOwn,
    {},
    { enabled: area === 'partner', stale_ms: minute_ms },
  );
  const parent = useViewer()?.parent_name;
  return (document: 'permissions' | 'flags', name: string): string => {
    if (area !== 'partner') return '';
    const held = (data?.[document] ?? {}) as Readonly<Record<string, boolean>>;
    return held[name] === true ? '' : `Ask ${parent || 'an administrator'} to turn this on.`;
  };
}
