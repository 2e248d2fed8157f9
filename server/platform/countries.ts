// Countries and states that address forms offer.

import { offered_countries, type Place, statesOf } from '../../contract/places.ts';
import type { countries } from '../../contract/platform/countries.ts';
import type { Handlers } from '../http/serve.ts';

function all(places: readonly Place[]) {
  return { rows: places, total_count: places.length };
}

export const countryHandlers: Handlers<typeof countries> = {
  search: async () => all(offered_countries),
  searchStates: async (_context, { country }) => all(statesOf(country)),
};
