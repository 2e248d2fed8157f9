// Countries and states that address forms offer (spec 1 §9, decisions G22).
import { z } from 'zod';
import { open } from '../access/access.ts';
import { endpoint, list } from '../endpoint.ts';

export const place_record = z.object({ code: z.string(), name: z.string() });

// Payers without an account fill in address forms too, so these need no credential.
export const countries = {
  search: endpoint({
    method: 'GET',
    path: '/const/country',
    access: open,
    reply: list(place_record),
    rate_class: 'read',
    summary: 'Countries to choose from.',
  }),
  searchStates: endpoint({
    method: 'GET',
    path: '/const/country/{country}/states',
    access: open,
    reply: list(place_record),
    rate_class: 'read',
    summary: 'States of a country; an empty list if the country has none.',
  }),
};
