// The list of the component library's styles against the components that the panel uses.
import { expect, test } from 'vitest';

const sources = import.meta.glob<string>('../**/*.{ts,tsx}', {
  query: '?raw',
  import: 'default',
  eager: true,
});
const published = Object.keys(import.meta.glob('/node_modules/@mantine/core/styles/*.layer.css'));

/** Inputs have no styles of their own, they use these. */
const stands_on: Readonly<Record<string, string>> = { Select: 'Combobox', TextInput: 'Input' };

function importedNames(source: string): string[] {
  const lists = source.matchAll(/import \{([^}]*)\} from '@mantine\/core'/g);
  return [...lists].flatMap((list) => (list[1] ?? '').split(',').map((name) => name.trim()));
}

test('every component in use has its styles in the list', () => {
  const used = new Set(Object.values(sources).flatMap(importedNames));
  const names = [...used].map((name) => stands_on[name] ?? name);
  const needed = names.filter((name) =>
    published.some((path) => path.endsWith(`/${name}.layer.css`)),
  );
  const list = sources['./mantine-styles.ts'] ?? '';
  expect(needed).toContain('Button');
  expect(needed.filter((name) => !list.includes(`/${name}.layer.css`))).toEqual([]);
});
