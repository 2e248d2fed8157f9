// Whether an image that was chosen for a logo fits into one call.
import { max_logo_bytes } from '../../../contract/accounts/branding.ts';

/** Empty where the image fits; three bytes are four letters of a data address. */
export function logoProblem(logo: string): string {
  const too_large = logo.startsWith('data:') && (logo.length * 3) / 4 > max_logo_bytes + 100;
  return too_large ? 'The image must be 512 KB or less.' : '';
}
