// Copies to the clipboard and says so in the words of the specification (spec 1 §8).
import { toast } from '../notices.ts';

export async function copyText(label: string, text: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast(`${label} successfully copied to clipboard!`);
  } catch {
    toast('Your browser blocked copying.', 'warning');
  }
}
