// The longest chain of imports is found, and types do not lengthen it.
import { expect, it } from 'vitest';
import { longestChain } from './import-depth.js';

const texts = {
  'room/routes.ts': "import { pay } from './paying/pay.ts';\nimport { read } from './read.ts';",
  'room/paying/pay.ts': "import { type Row, read } from '../read.ts';",
  'room/read.ts': "import type { Pay } from './paying/pay.ts';\nimport { sql } from 'kysely';",
  'room/alone.ts': "export { read } from './read.ts';",
};

it('follows values through files and re-exports, and leaves types out', () => {
  const chain = longestChain(Object.keys(texts), (file) => texts[file]);
  expect(chain).toEqual(['room/routes.ts', 'room/paying/pay.ts', 'room/read.ts']);
  const others = ['room/alone.ts', 'room/read.ts'];
  expect(longestChain(others, (file) => texts[file])).toEqual(others);
});
