// How long a password has to be on this installation.
import { min_password_length } from '../../../contract/identity/password-policy.ts';
import { isProduction } from '../../environment.ts';

export function minPasswordLength(): number {
  return isProduction() ? min_password_length.production : min_password_length.other;
}
