// Who may import whom; docs/ARCHITECTURE.md says why, dependency-cruiser checks it.
const rooms = {
  ledger: 0,
  messages: 0,
  identity: 0,
  accounts: 1,
  vault: 2,
  risk: 2,
  payments: 3,
  commerce: 4,
  recurring: 4,
  fees: 4,
  platform: 4,
  reports: 5,
};
const names = Object.keys(rooms);
const any_room = `(${names.join('|')})`;
const tests = '\\.test\\.tsx?$|^server/testing/';

/** A room may use the rooms strictly below it; its neighbours on the same level it may not. */
const room_order = names.map((name) => ({
  name: `room-order-${name}`,
  comment: `server/${name} may import only the rooms below it.`,
  severity: 'error',
  from: { path: `^server/${name}/`, pathNot: tests },
  to: {
    path: `^server/(${names.filter((to) => to !== name && rooms[to] >= rooms[name]).join('|')})/`,
  },
}));

const forbidden = [
  ...room_order,
  {
    name: 'contract-is-pure',
    comment: 'The contract imports zod and itself, nothing else.',
    severity: 'error',
    from: { path: '^contract/', pathNot: '\\.test\\.ts$' },
    to: { pathNot: '^contract/|(^|/)node_modules/zod/' },
  },
  {
    name: 'contract-tests-stay-outside',
    severity: 'error',
    from: { path: '^contract/.*\\.test\\.ts$' },
    to: { path: '^(server|panel|lab)/' },
  },
  {
    name: 'panel-without-server',
    comment: 'One wrong import puts a credential into the browser.',
    severity: 'error',
    from: { path: '^panel/' },
    to: { path: '^(server|lab|tools)/' },
  },
  {
    name: 'panel-without-node',
    severity: 'error',
    from: { path: '^panel/', pathNot: '\\.test\\.tsx?$|\\.mjs$' },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'panel-kit-knows-no-business',
    severity: 'error',
    from: { path: '^panel/kit/', pathNot: '\\.test\\.tsx?$' },
    to: {
      path: `^(panel/(${names.join('|')}|routes|pay)/|contract/${any_room}/)`,
      // Saved searches belong to every list.
      pathNot: '^contract/reports/saved-searches\\.ts$',
    },
  },
  {
    name: 'panel-rooms-apart',
    comment:
      'Another room only through its pickers, paths and the changes of a record; reports serve all.',
    severity: 'error',
    from: { path: `^panel/${any_room}/`, pathNot: '\\.test\\.tsx?$' },
    to: {
      path: `^panel/(${any_room}|routes)/`,
      pathNot: '^panel/($1|reports)/|picker|custom-field-values|changes-of|/paths\\.ts$',
    },
  },
  {
    name: 'payer-pages-stay-light',
    severity: 'error',
    from: { path: '^panel/pay/' },
    to: { path: '(^|/)node_modules/@mantine/|^panel/(kit|shell|routes)/' },
  },
  {
    name: 'platform-without-rooms',
    comment: 'server/app.ts hands the rooms down; http, db and jobs do not reach for them.',
    severity: 'error',
    from: { path: '^server/(http|db|jobs)/', pathNot: tests },
    to: { path: `^server/${any_room}/` },
  },
  {
    name: 'rooms-without-fastify',
    severity: 'error',
    from: { path: `^server/${any_room}/`, pathNot: tests },
    to: { path: '(^|/)node_modules/(fastify|@fastify)/' },
  },
  {
    name: 'server-without-panel',
    severity: 'error',
    from: { path: '^server/', pathNot: tests },
    to: { path: '^(panel|lab)/' },
  },
  {
    name: 'lab-alone',
    comment: 'A mistake that adapter and simulator share would be invisible.',
    severity: 'error',
    from: { path: '^lab/', pathNot: '\\.test\\.ts$' },
    to: {
      // Certificates and signatures of its own authority are made by the library that reads them.
      pathNot: '^lab/|(^|/)node_modules/(@peculiar/x509|asn1js|pkijs|reflect-metadata)/',
      dependencyTypesNot: ['core'],
    },
  },
  {
    name: 'nobody-imports-the-outside',
    severity: 'error',
    from: { path: '^(contract|server|panel|lab)/', pathNot: `${tests}|^server/seed/` },
    to: { path: '^(tools|e2e|bench|server/testing)/' },
  },
  {
    name: 'seed-is-plugged-in-by-main',
    severity: 'error',
    from: { path: '^server/', pathNot: `${tests}|^server/(seed/|main\\.ts$)` },
    to: { path: '^server/seed/' },
  },
  {
    name: 'no-circle',
    severity: 'error',
    from: {},
    to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
  },
  {
    name: 'resolvable',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true },
  },
];

module.exports = {
  forbidden,
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(dist|data|coverage)/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'server/tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.cjs', '.json', '.d.ts'],
    },
  },
};
