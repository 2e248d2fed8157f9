// The documents of users, roles and keys as their jsonb columns hold them: what a schema completes
// may be absent.
import type { z } from 'zod';
import type { UserPermissions } from '../../contract/accounts/documents/user-permissions.ts';
import type {
  access_restrictions,
  user_defaults,
  user_notifications,
} from '../../contract/identity/users.ts';

declare module '../db/tables.generated.ts' {
  interface JsonDocuments {
    'api_key.allowed_addresses': string[];
    'api_key.allowed_origins': string[];
    'api_key.scopes': string[];
    'custom_role.permissions': Partial<UserPermissions>;
    'user_account.access_restrictions': z.input<typeof access_restrictions>;
    'user_account.defaults': z.input<typeof user_defaults>;
    'user_account.flags': Record<string, string>;
    'user_account.notifications': z.input<typeof user_notifications>;
    'user_account.permissions': Partial<UserPermissions>;
    'user_factor.transports': string[];
  }
}
