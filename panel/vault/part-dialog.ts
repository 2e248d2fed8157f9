// What the dialogs of a customer's cards, bank accounts and addresses share.
import { sentenceCase } from '../kit/format/sentence.ts';
import { toast } from '../notices.ts';
import { customer_stales } from './customer-screen.tsx';

/** Of a dialog that adds a part of a customer, or changes the one given: its words and its end. */
export function partDialog(noun: string, part: object | undefined, onClose: () => void) {
  const [title, action, done] = part ? ['Edit', 'Save', 'saved'] : ['Add', 'Add', 'added'];
  const tell = () => toast(`${sentenceCase(noun)} ${done}`);
  return {
    dialog: { title: `${title} ${noun}`, action: `${action} ${noun}`, onClose },
    saving: { stales: customer_stales, tell, onSaved: onClose },
  };
}
