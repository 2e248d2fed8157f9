// Credentials of a processor at rest: each secret sealed by itself, bound to processor and field.
import type { Context } from '../../context.ts';
import { seal, unseal } from '../../keys.ts';
import { dataKey } from '../../vault/data-keys.ts';

type Members = Readonly<Record<string, unknown>>;

/** Where a processor's settings lie: plain members, and secrets as base64 ciphertext. */
export interface StoredSettings {
  merchant_id: string;
  id: string;
  settings: unknown;
  secrets: unknown;
}

const place = (processor_id: string, field: string) => `${processor_id}/${field}`;

/** All settings in clear, for an adapter; never logged, never answered. */
export async function openSettings(context: Context, stored: StoredSettings): Promise<Members> {
  const sealed = Object.entries((stored.secrets ?? {}) as Record<string, string>);
  const plain = (stored.settings ?? {}) as Members;
  if (sealed.length === 0) return plain;
  const key = await dataKey(context, stored.merchant_id, 'processor_credential');
  const opened = sealed.map(([field, text]) => {
    const bytes = unseal(key, Buffer.from(text, 'base64'), place(stored.id, field));
    return [field, bytes.toString('utf8')] as const;
  });
  return { ...plain, ...Object.fromEntries(opened) };
}

/** Divides settings into plain members and sealed secrets; empty secrets are left out. */
export async function closeSettings(
  context: Context,
  merchant_id: string,
  processor_id: string,
  settings: Members,
  secret_names: readonly string[],
): Promise<{ settings: Record<string, unknown>; secrets: Record<string, string> }> {
  const key = await dataKey(context, merchant_id, 'processor_credential');
  const plain: Record<string, unknown> = {};
  const secrets: Record<string, string> = {};
  for (const [name, value] of Object.entries(settings)) {
    if (!secret_names.includes(name)) plain[name] = value;
    else if (typeof value === 'string' && value !== '') {
      const sealed = seal(key, Buffer.from(value, 'utf8'), place(processor_id, name));
      secrets[name] = sealed.toString('base64');
    }
  }
  return { settings: plain, secrets };
}
