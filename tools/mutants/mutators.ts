// The faults of ours that the library does not plant: SQL, query chains and calls left out.

/** What we need of a node of the library's syntax tree. */
export interface Node {
  type: string;
  // biome-ignore lint/suspicious/noExplicitAny: a node of any kind
  [member: string]: any;
}

export interface NodePath {
  node: Node;
  parent: Node;
}

export interface Mutator {
  name: string;
  mutate(path: NodePath): Iterable<Node>;
}

/** Each takes the place of its first match in a piece of SQL. */
const sql_faults: readonly [RegExp, string][] = [
  [/ for (no key )?update( of \w+)?/, ''],
  [/ for (key )?share( of \w+)?/, ''],
  [/ skip locked/, ''],
  [/>=/, '>'],
  [/<=/, '<'],
  [/(?<![<>=-])>(?![>=])/, '>='],
  [/(?<![<>=-])<(?![<>=@])/, '<='],
  [/(?<=\b(and|where|on|when|having)\s+[\w."]+ )=/, '<>'],
  [/<>/, '='],
  [/\band\b/, 'or'],
  [/\bor\b/, 'and'],
  [/\bis not null\b/, 'is null'],
  [/\bis null\b/, 'is not null'],
  [/\bnot (?!null|exists|materialized)/, ''],
  [/\bnot exists\b/, 'exists'],
  [/\bdesc\b/, 'asc'],
  [/ \+ /, ' - '],
  [/ - /, ' + '],
  [/\bgreatest\b/, 'least'],
  [/\bleast\b/, 'greatest'],
  [/\bdistinct (?!on|from)/, ''],
  [/\btrue\b/, 'false'],
  [/\bfalse\b/, 'true'],
  [/\bmin\(/, 'max('],
  [/\bmax\(/, 'min('],
];

const sqlFragment: Mutator = {
  name: 'SqlFragment',
  *mutate({ node }) {
    if (node.type !== 'TaggedTemplateExpression' || node.tag.name !== 'sql') return;
    const pieces: Node[] = node.quasi.quasis;
    for (const [index, piece] of pieces.entries()) {
      for (const [wanted, instead] of sql_faults) {
        const raw: string = piece.value.raw.replace(wanted, instead);
        if (raw === piece.value.raw) continue;
        const changed = { ...piece, value: { raw, cooked: raw } };
        yield { ...node, quasi: { ...node.quasi, quasis: pieces.with(index, changed) } };
      }
    }
  },
};

/** Links of a chain that narrow, order, lock or check; without them the chain still stands. */
const links = new Set([
  ...['where', 'whereRef', 'having', 'orderBy', 'limit', 'offset', 'distinct', 'distinctOn'],
  ...['forUpdate', 'forNoKeyUpdate', 'forShare', 'skipLocked', 'noWait', 'on', 'onRef'],
  ...['min', 'max', 'length', 'regex', 'refine', 'superRefine', 'int', 'positive', 'nonnegative'],
]);

const chainLink: Mutator = {
  name: 'ChainLink',
  *mutate({ node }) {
    if (node.type !== 'CallExpression' || node.callee.type !== 'MemberExpression') return;
    const { object, property } = node.callee;
    // `Math.min()` and their like are no chains.
    if (object.type !== 'CallExpression' && object.name !== 'query') return;
    if (links.has(property.name)) yield object;
  },
};

const operators: Record<string, string> = {
  '=': '!=',
  '!=': '=',
  '<>': '=',
  '<': '<=',
  '<=': '<',
  '>': '>=',
  '>=': '>',
  in: 'not in',
  'not in': 'in',
  is: 'is not',
  'is not': 'is',
};

const queryOperator: Mutator = {
  name: 'QueryOperator',
  *mutate({ node, parent }) {
    if (node.type !== 'StringLiteral' || parent?.type !== 'CallExpression') return;
    const value = Object.hasOwn(operators, node.value) && operators[node.value];
    if (parent.arguments[1] === node && value) {
      yield { ...node, value, extra: undefined };
    }
  },
};

const callStatement: Mutator = {
  name: 'CallStatement',
  *mutate({ node }) {
    if (node.type !== 'ExpressionStatement') return;
    const { expression } = node;
    const call = expression.type === 'AwaitExpression' ? expression.argument : expression;
    if (call.type === 'CallExpression') yield { ...node, expression: undefinedAt(expression) };
  },
};

function undefinedAt({ loc, start, end }: Node): Node {
  return { type: 'Identifier', name: 'undefined', loc, start, end };
}

export const own_mutators: readonly Mutator[] = [
  sqlFragment,
  chainLink,
  queryOperator,
  callStatement,
];

/**
 * Why nothing is mutated here, or undefined. No test holds the words of the log; an assertion is
 * for what cannot happen, so no test can make it fail.
 */
export function leftOut({ node }: NodePath): string | undefined {
  if (node.type !== 'CallExpression') return undefined;
  const { callee } = node;
  if (callee.name === 'assert') return 'an assertion';
  if (callee.type !== 'MemberExpression') return undefined;
  const holder = callee.object.property?.name ?? callee.object.name;
  return holder === 'log' || holder === 'logger' ? 'words of the log' : undefined;
}
