// States and countries: what address forms offer, and the codes rules may name (decisions G22).
export interface Place {
  readonly code: string;
  readonly name: string;
}

function places(text: string): readonly Place[] {
  return text
    .trim()
    .split(/\s*\n\s*/)
    .map((line) => ({ code: line.slice(0, 2), name: line.slice(3) }));
}

/** The fifty states and the District of Columbia. */
export const us_states = places(`
  AL Alabama
  AK Alaska
  AZ Arizona
  AR Arkansas
  CA California
  CO Colorado
  CT Connecticut
  DE Delaware
  DC District of Columbia
  FL Florida
  GA Georgia
  HI Hawaii
  ID Idaho
  IL Illinois
  IN Indiana
  IA Iowa
  KS Kansas
  KY Kentucky
  LA Louisiana
  ME Maine
  MD Maryland
  MA Massachusetts
  MI Michigan
  MN Minnesota
  MS Mississippi
  MO Missouri
  MT Montana
  NE Nebraska
  NV Nevada
  NH New Hampshire
  NJ New Jersey
  NM New Mexico
  NY New York
  NC North Carolina
  ND North Dakota
  OH Ohio
  OK Oklahoma
  OR Oregon
  PA Pennsylvania
  RI Rhode Island
  SC South Carolina
  SD South Dakota
  TN Tennessee
  TX Texas
  UT Utah
  VT Vermont
  VA Virginia
  WA Washington
  WV West Virginia
  WI Wisconsin
  WY Wyoming
`);

/** Territories and freely associated states that United States mail reaches. */
export const us_territories = places(`
  AS American Samoa
  FM Federated States of Micronesia
  GU Guam
  MH Marshall Islands
  MP Northern Mariana Islands
  PW Palau
  PR Puerto Rico
  UM U.S. Minor Outlying Islands
  VI U.S. Virgin Islands
`);

export const us_armed_forces = places(`
  AA Armed Forces Americas
  AE Armed Forces Europe
  AP Armed Forces Pacific
`);

/** What a state field offers: states, territories, armed forces (spec 1 §9). */
export const us_regions: readonly Place[] = [...us_states, ...us_territories, ...us_armed_forces];

/** What a country field offers (spec 1 §9, decisions G22). */
export const offered_countries: readonly Place[] = [{ code: 'US', name: 'United States' }];

/** ISO 3166-1 alpha-2: every country a rule may name. */
export const country_codes: readonly string[] = `
  AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS
  BT BV BW BY BZ CA CC CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE
  EG EH ER ES ET FI FJ FK FM FO FR GA GB GD GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM
  HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH KI KM KN KP KR KW KY KZ LA LB LC
  LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW MX MY MZ NA
  NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW
  SA SB SC SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO
  TR TT TV TW TZ UA UG UM US UY UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW
`
  .trim()
  .split(/\s+/);

/** States of an offered country; none for a country we hold no list of. */
export function statesOf(country: string): readonly Place[] {
  return country.toUpperCase() === 'US' ? us_regions : [];
}

/** The name of a United States state or territory code, or null. */
export function stateName(code: string): string | null {
  return us_regions.find((place) => place.code === code.toUpperCase())?.name ?? null;
}

/** The code of a United States state that is given by its code or its name, else what was given. */
export function stateCode(state: string): string {
  const text = state.trim().toUpperCase();
  return us_regions.find(({ name }) => name.toUpperCase() === text)?.code ?? text;
}
