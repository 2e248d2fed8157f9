// Our own rules that no linter has: sizes, names, the opening sentence, and words kept to one file.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

const limits = { file: 300, function: 70, line: 100, props: 8 };
const grouping = new Set(['describe', 'suite']);

/** Where the words below may stand freely: what is no part of the running product. */
const outside = /(^|\/)(tools|e2e|bench|lab|bridge|testing|seed)\/|\.test\.tsx?$|\.[mc]?js$/;
const words = [
  { word: 'new Date()', allowed: /^server\/(context|clock|main)\.ts$|^panel\// },
  { word: 'Date.now', allowed: /^server\/(context|clock|main)\.ts$|^panel\// },
  { word: 'Math.random', allowed: /^server\/context\.ts$/ },
  { word: 'process.env', allowed: /^server\/config\.ts$/ },
  // A look that takes longer than its pause would overlap the next one: use runPeriodically().
  { word: 'setInterval()', allowed: /^server\/http\/overload\/load-shedding\.ts$|^panel\// },
  {
    word: 'fetch()',
    // The panel's own calls, to us and to the card reader bridge, and the pages of payers.
    allowed: new RegExp(
      '^server/(context|egress)\\.ts$|^panel/pay/|' +
        '^panel/(api|payments/readers/bridge|tokenizer/server-calls)\\.ts$',
    ),
  },
];

/** What is wrong in one file of the project, as `path:line sentence`. */
export function judge(name, text = readFileSync(name, 'utf8')) {
  const found = [];
  const say = (line, sentence) => found.push(`${name}:${line} ${sentence}`);
  judgeText(name, text, say);
  const kind = /x$/.test(name) ? ts.ScriptKind.TSX : undefined;
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, kind);
  const lineOf = (position) => file.getLineAndCharacterOfPosition(position).line + 1;
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body) {
      judgeFunction(node, file, lineOf, say);
      if (/\.tsx$/.test(name)) judgeProps(node, file, lineOf, say);
    }
    if (!outside.test(name)) judgeWords(node, name, file, lineOf, say);
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

function judgeText(name, text, say) {
  const base = path.basename(name);
  const lines = text.replace(/\n$/, '').split('\n');
  if (lines.length > limits.file) say(1, `file of ${lines.length} lines (at most ${limits.file})`);
  lines.forEach((line, index) => {
    if (line.length > limits.line) {
      say(index + 1, `line of ${line.length} characters (at most ${limits.line})`);
    }
  });
  if (!/^[a-z0-9]+(-[a-z0-9]+)*(\.[a-z0-9-]+)+$/.test(base)) say(1, 'file name is not kebab-case');
  if (/^index\.[jt]sx?$/.test(base)) say(1, 'a barrel: name the file after what it does');
  const first = lines[0]?.startsWith('#!') ? lines[1] : lines[0];
  if (!/^(\/\/|\/\*)/.test(first ?? '')) say(1, 'does not open with a sentence on what it is for');
}

function judgeFunction(node, file, lineOf, say) {
  const caller = ts.isCallExpression(node.parent) ? node.parent.expression.getText(file) : '';
  // A group of tests is a chapter, not a function; the tests in it are measured one by one.
  if (grouping.has(caller.split(/[.(]/)[0] ?? '')) return;
  const first = lineOf(node.getStart(file));
  const count = lineOf(node.end) - first + 1;
  if (count > limits.function)
    say(first, `function of ${count} lines (at most ${limits.function})`);
}

/** A component is a capitalised function whose first parameter is an object of props. */
function judgeProps(node, file, lineOf, say) {
  const name = node.name ?? (ts.isVariableDeclaration(node.parent) ? node.parent.name : null);
  if (!name || !/^[A-Z]/.test(name.getText(file))) return;
  const first = node.parameters[0];
  if (!first) return;
  const pattern = ts.isObjectBindingPattern(first.name) ? first.name.elements.length : 0;
  const count = Math.max(pattern, membersOf(first.type, file));
  if (count > limits.props) {
    say(lineOf(node.getStart(file)), `component of ${count} props (at most ${limits.props})`);
  }
}

/** The members of a props type that is written in the same file; 0 where it is not. */
function membersOf(type, file) {
  if (!type) return 0;
  if (ts.isTypeLiteralNode(type)) return type.members.length;
  if (!ts.isTypeReferenceNode(type)) return 0;
  const wanted = type.typeName.getText(file);
  for (const statement of file.statements) {
    if (ts.isInterfaceDeclaration(statement) && statement.name.text === wanted) {
      return statement.members.length;
    }
    if (ts.isTypeAliasDeclaration(statement) && statement.name.text === wanted) {
      return ts.isTypeLiteralNode(statement.type) ? statement.type.members.length : 0;
    }
  }
  return 0;
}

function judgeWords(node, name, file, lineOf, say) {
  const word = wordOf(node, file);
  const rule = word && words.find((known) => known.word === word);
  if (!rule || rule.allowed.test(name)) return;
  const instead = word === 'setInterval()' ? 'use runPeriodically()' : 'it comes through Context';
  say(lineOf(node.getStart(file)), `${word} is not allowed here: ${instead}`);
}

/** A date made from a value is a conversion; a date made from nothing is a look at the clock. */
function wordOf(node, file) {
  if (ts.isNewExpression(node)) {
    const is_now = node.expression.getText(file) === 'Date' && !node.arguments?.length;
    return is_now ? 'new Date()' : null;
  }
  if (ts.isCallExpression(node)) {
    const called = node.expression.getText(file);
    if (called === 'setInterval') return 'setInterval()';
    return called === 'fetch' || called === 'globalThis.fetch' ? 'fetch()' : null;
  }
  return ts.isPropertyAccessExpression(node) ? node.getText(file).replace(/\s/g, '') : null;
}
