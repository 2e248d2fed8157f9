// What the terminal remembers of a card besides its fields: brand, first digits, a swipe's tracks.
import { useRef, useState } from 'react';
import type { UseFormReturn } from 'react-hook-form';
import { brandOf } from '../../../../contract/payments/cards/cards.ts';
import { type CardNumberFacts, cardNumberFacts, groupedCard } from '../../picker/typing.ts';
import type { Tracks } from '../body.ts';
import type { TerminalForm } from '../form.ts';
import type { QuickEntry } from './quick-entry.ts';
import type { Swipe } from './swipe.ts';

interface CardState extends CardNumberFacts {
  swiped: boolean;
}

/** As if typed: errors show, and leaving needs a confirmation. */
const typed = { shouldValidate: true, shouldDirty: true } as const;

const none: CardState = { brand: 'unknown', first_digits: '', last_four: '', swiped: false };

export function useCard(form: UseFormReturn<TerminalForm>) {
  const [state, setState] = useState(none);
  // Not state: tracks must leave nothing behind once they are sent.
  const tracks = useRef<Tracks | null>(null);
  return {
    ...state,
    tracks,
    /** A number typed by hand takes the place of a swipe. */
    onNumber: (number: CardNumberFacts) => {
      tracks.current = null;
      form.setValue('entry_type', 'keyed');
      setState({ ...number, swiped: false });
    },
    onSwipe: (swipe: Swipe) => {
      const brand = brandOf(swipe.number);
      const expiry = `${swipe.expiration_date.slice(0, 2)}/${swipe.expiration_date.slice(2)}`;
      form.setValue('entry_type', 'swiped');
      form.setValue('number', groupedCard(swipe.number, brand), typed);
      form.setValue('expiration_date', expiry, typed);
      form.setValue('billing_address.first_name', swipe.first_name, typed);
      form.setValue('billing_address.last_name', swipe.last_name, typed);
      tracks.current = { track_1: swipe.track_1, track_2: swipe.track_2 };
      setState({ ...cardNumberFacts(swipe.number), swiped: true });
      form.setFocus('amount');
    },
    /** The card of a quick entry; what the line leaves out stays as it was typed. */
    onEntry: ({ number, expiration_date, cvc }: QuickEntry) => {
      if (number !== '') {
        form.setValue('entry_type', 'keyed');
        form.setValue('number', number, { shouldDirty: true });
        tracks.current = null;
        setState({ ...cardNumberFacts(number), swiped: false });
      }
      if (expiration_date !== '') form.setValue('expiration_date', expiration_date);
      if (cvc !== '') form.setValue('cvc', cvc);
    },
    clear: () => {
      tracks.current = null;
      setState(none);
    },
  };
}
