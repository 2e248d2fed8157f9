// The five merchants of the demo world: their trades, prices, customers' cards, days and habits.

export interface Trade {
  key: string;
  name: string;
  description: string;
  timezone: string;
  partner: 'north' | 'harbor' | 'harbor_inland';
  /** Payments on an ordinary day, and how the days of the week differ, Sunday first. */
  a_day: number;
  week: readonly number[];
  /** Local hours of business. */
  hours: readonly [number, number];
  /** Typical price in cents, and how far prices spread around it. */
  price_cents: number;
  spread: number;
  tax_thousandths: number;
  /** Shares of payments that are … */
  ach: number;
  cash: number;
  authorize: number;
  tipped: number;
  declined: number;
  refunded: number;
  /** Where the clerk or the shop's program takes them. */
  sources: readonly ('cp' | 'api')[];
  items: readonly string[];
  city: string;
  state: string;
  postal_code: string;
}

export const trades: readonly Trade[] = [
  {
    key: 'harborview',
    name: 'Harborview Outfitters',
    description: 'Outdoor clothing and gear, one store and a web shop',
    timezone: 'America/Los_Angeles',
    partner: 'north',
    a_day: 15,
    week: [1.1, 0.8, 0.8, 0.9, 1, 1.3, 1.5],
    hours: [9, 20],
    price_cents: 6_400,
    spread: 0.55,
    tax_thousandths: 8_800,
    ach: 0.06,
    cash: 0.04,
    authorize: 0.1,
    tipped: 0,
    declined: 0.06,
    refunded: 0.035,
    sources: ['api', 'api', 'cp'],
    items: ['Rain shell', 'Trail shoes', 'Wool base layer', 'Day pack', 'Camp stove'],
    city: 'Portland',
    state: 'OR',
    postal_code: '97205',
  },
  {
    key: 'lantern',
    name: 'Lantern Street Bistro',
    description: 'Neighborhood restaurant, lunch and dinner',
    timezone: 'America/New_York',
    partner: 'north',
    a_day: 13,
    week: [1.2, 0.4, 0.8, 0.9, 1.1, 1.6, 1.7],
    hours: [11, 23],
    price_cents: 4_850,
    spread: 0.45,
    tax_thousandths: 8_875,
    ach: 0,
    cash: 0.06,
    authorize: 0.02,
    tipped: 0.85,
    declined: 0.04,
    refunded: 0.01,
    sources: ['cp', 'api'],
    items: ['Dinner', 'Lunch', 'Private room', 'Tasting menu'],
    city: 'Brooklyn',
    state: 'NY',
    postal_code: '11201',
  },
  {
    key: 'brightline',
    name: 'Brightline Dental',
    description: 'Dental practice with payment plans',
    timezone: 'America/Chicago',
    partner: 'harbor',
    a_day: 5,
    week: [0, 1.2, 1.2, 1.1, 1.2, 1, 0.3],
    hours: [8, 17],
    price_cents: 18_900,
    spread: 0.7,
    tax_thousandths: 0,
    ach: 0.3,
    cash: 0.01,
    authorize: 0.03,
    tipped: 0,
    declined: 0.05,
    refunded: 0.015,
    sources: ['cp'],
    items: ['Cleaning', 'Filling', 'Crown', 'Whitening', 'Payment plan'],
    city: 'Madison',
    state: 'WI',
    postal_code: '53703',
  },
  {
    key: 'keystone',
    name: 'Keystone Freight Supply',
    description: 'Business supplier: pallets, straps, packing',
    timezone: 'America/Denver',
    partner: 'harbor',
    a_day: 3,
    week: [0, 1.3, 1.2, 1.2, 1.1, 1, 0],
    hours: [7, 18],
    price_cents: 74_500,
    spread: 0.8,
    tax_thousandths: 4_000,
    ach: 0.45,
    cash: 0,
    authorize: 0.2,
    tipped: 0,
    declined: 0.07,
    refunded: 0.02,
    sources: ['api', 'cp'],
    items: ['Pallets', 'Ratchet straps', 'Corner boards', 'Stretch film'],
    city: 'Denver',
    state: 'CO',
    postal_code: '80205',
  },
  {
    key: 'sunnyside',
    name: 'Sunnyside Yoga',
    description: 'Studio with classes and memberships',
    timezone: 'America/Phoenix',
    partner: 'harbor_inland',
    a_day: 4,
    week: [1, 1.2, 1.1, 1.1, 1, 0.8, 1.2],
    hours: [6, 21],
    price_cents: 2_900,
    spread: 0.5,
    tax_thousandths: 0,
    ach: 0.08,
    cash: 0.05,
    authorize: 0,
    tipped: 0,
    declined: 0.08,
    refunded: 0.025,
    sources: ['api'],
    items: ['Drop-in class', 'Ten classes', 'Monthly membership', 'Workshop'],
    city: 'Tempe',
    state: 'AZ',
    postal_code: '85281',
  },
];

export const first_names = [
  'Dana',
  'Miguel',
  'Priya',
  'Owen',
  'Lena',
  'Marcus',
  'Aiko',
  'Theo',
  'Nadia',
  'Grace',
  'Ivan',
  'Sofia',
  'Caleb',
  'Ruth',
  'Jonas',
  'Mei',
  'Omar',
  'Paula',
  'Felix',
  'Hannah',
] as const;
export const last_names = [
  'Whitcomb',
  'Alvarez',
  'Natarajan',
  'Brooks',
  'Fischer',
  'Bell',
  'Tanaka',
  'Marsh',
  'Petrov',
  'Okafor',
  'Lindqvist',
  'Romero',
  'Hughes',
  'Dubois',
  'Keller',
  'Chen',
  'Haddad',
  'Novak',
  'Reyes',
  'Coleman',
] as const;
export const streets = [
  'Alder Street',
  'Front Avenue',
  'Mill Road',
  'Second Street',
  'Juniper Lane',
  'Park Place',
  'Station Road',
  'Cedar Court',
] as const;
