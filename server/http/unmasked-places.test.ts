// Each place that keeps a number is a member of its call, keeps it there, and nowhere else.
import { describe, expect, it } from 'vitest';
import { looksLikeCard } from '../../contract/payments/cards/card-runs.ts';
import { membersOf, withAt } from '../testing/sweeps/schema-walk.ts';
import { good_card } from '../testing/tenants.ts';
import { openWorld } from '../testing/worlds/open-world.ts';
import { readLimited } from './request-limits.ts';
import { unmasked_places } from './unmasked-places.ts';

const number = good_card.number;
const mask = '411111******1111';
/** 15 digits that pass for an American Express card, and a merchant's number as well. */
const merchant_number = '378282246310005';

const world = openWorld({ lab: false });

const all = unmasked_places.flatMap(({ calls, places, keeps, reason }) =>
  calls.flatMap((call) => places.map((place) => ({ call, place, keeps, reason }))),
);

/** A body with a text at a place. */
const bodyOf = (place: string, text: unknown) => withAt({}, place.split('.'), text);

describe('a text that is kept', () => {
  it.each(all)('$call $place', ({ call, place, keeps, reason }) => {
    const unmasked = bodyOf(place, keeps === 'all' ? number : { any: { mid: merchant_number } });
    expect(readLimited(unmasked, call)).toEqual(unmasked);
    const more = bodyOf(place, { mid: number });
    if (keeps === 'all') expect(readLimited(more, call)).toEqual(more);
    else expect(() => readLimited(more, call)).toThrow('bad request error: invalid Mid');
    expect(reason).toMatch(/^[A-Z].{20,}\.$/);
  });

  it.each(all)('is no other: $call $place', ({ call, place }) => {
    const names = place.split('.');
    const [last = ''] = names.slice(-1);
    const elsewhere = ['POST /transaction/{id}/refund', ''].map((other) => [other, place] as const);
    const beside = [`x.${place}`, `${last}_`, `custom_fields.${last}`].map(
      (at) => [call, at] as const,
    );
    for (const [other, at] of [...elsewhere, ...beside]) {
      expect(readLimited(bodyOf(at, number), other), at).toEqual(bodyOf(at, mask));
    }
    const dotted = { [place]: number };
    const is_deep = names.length > 1;
    if (is_deep) expect(readLimited(dotted, call)).toEqual({ [place]: mask });
  });

  const settings = 'POST /merchant/{mid}/processor';
  it.each(['378282246310005', '371449635398431', '343434343434343'])(
    'is a merchant’s number of 15 digits, %s, though American Express could have issued it',
    (digits) => {
      expect(looksLikeCard(digits)).toBe(true);
      for (const call of [settings, `${settings}/{id}`]) {
        for (const unmasked of [digits, Number(digits)]) {
          const body = { settings: { tsys_sierra: { mid: unmasked } } };
          expect(readLimited(body, call)).toEqual(body);
        }
      }
    },
  );

  it.each([
    '3782 822463 10005',
    '3782-822463-10005',
    'amex 378282246310005',
    '4111111111111111',
    '4111 1111 1111 1111',
    4_111_111_111_111_111,
  ])('is nothing but digits, 15 at most: %j in settings is refused', (mid) => {
    const body = { settings: { tsys_sierra: { mid } } };
    // Its mask would be sent to the processor as the merchant's number.
    expect(() => readLimited(body, settings)).toThrow('bad request error: invalid Mid');
  });

  it.each(['378282246310005 ', '378282246310005\n'])('may be pasted with a space: %j', (mid) => {
    const body = { settings: { tsys_sierra: { mid } } };
    expect(readLimited(body, settings)).toEqual(body);
  });

  it('stands at a member that the call reads', () => {
    const gone = all.filter(({ call, place }) => {
      const endpoint = world.endpoints.find((one) => `${one.method} ${one.path}` === call);
      if (!endpoint) return true;
      const known = membersOf(endpoint.input).map(({ path }) => path.join('.'));
      // A saved search names its members itself; a bank account may stand one member deeper.
      const member = place.replace(/^data\..*/, 'data').replace(/\.value$/, '');
      return !known.includes(member.replace(/^(billing\w*)\.ach\./, '$1.'));
    });
    expect(gone.map(({ call, place }) => `${call} ${place}`)).toEqual([]);
  });
});
