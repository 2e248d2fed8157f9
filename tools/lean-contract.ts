// Leaves out of the panel what only the server reads of an endpoint.
import type { Plugin } from 'vite';

/** Texts of the API reference, verbs of the audit log, rate classes. */
const server_members = new Set(['summary', 'summaries', 'audit', 'rate_class']);
/** Functions of contract/ whose argument states endpoints. */
const stating = new Set(['endpoint', 'crud']);

interface Syntax {
  type: string;
  start: number;
  end: number;
  [member: string]: unknown;
}

const isSyntax = (value: unknown): value is Syntax =>
  typeof value === 'object' && value !== null && 'type' in value;

function* partsOf(node: Syntax): Generator<Syntax> {
  for (const value of Object.values(node)) {
    for (const part of Array.isArray(value) ? value : [value]) if (isSyntax(part)) yield part;
  }
}

const nameOf = (node: unknown) => (isSyntax(node) ? String(node.name ?? node.value) : '');

/** The members of `node`, wherever they stand in what is stated by a call of `stating`. */
function* serverMembers(node: Syntax, is_declared = false): Generator<Syntax> {
  if (node.type === 'Property' && is_declared && server_members.has(nameOf(node.key))) {
    yield node;
    return;
  }
  const states = node.type === 'CallExpression' && stating.has(nameOf(node.callee));
  for (const part of partsOf(node)) yield* serverMembers(part, is_declared || states);
}

/** `code` with spaces in place of those members, so that every other character keeps its place. */
function withoutServerMembers(code: string, program: Syntax): string {
  let lean = code;
  for (const { start, end } of serverMembers(program)) {
    const comma = /^\s*,/.exec(code.slice(end))?.[0].length ?? 0;
    const blank = code.slice(start, end + comma).replace(/[^\n]/g, ' ');
    lean = lean.slice(0, start) + blank + lean.slice(end + comma);
  }
  return lean;
}

export const leanContract: Plugin = {
  name: 'penstock-lean-contract',
  apply: 'build',
  transform: {
    filter: { id: /\/contract\/.+\.ts$/ },
    handler(code) {
      const lean = withoutServerMembers(code, this.parse(code) as unknown as Syntax);
      return lean === code ? null : { code: lean, map: null };
    },
  },
};
