// `npm run sentences`: every label, sentence and refusal with its place, to be read in one go.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { root } from './ensure.js';

/** Calls whose text somebody reads, by the place of that argument. */
const spoken_calls = new Map([
  ['refuse', 1],
  ['toast', 0],
  ['entry', 2],
  ['toggle', 0],
]);
/** Members and attributes whose text somebody reads. */
const spoken_names = new Set(
  'label title text hint note meaning action says summary placeholder words reason subject'
    .split(' ')
    .concat('aria-label', 'ariaLabel', 'description', 'heading', 'question'),
);
const joins = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.PlusToken,
]);
const has_letters = /[A-Za-z]{2}/;
/** Whatever it is put into, a text of this form is read by somebody: `The card was verified.` */
const is_sentence = /^[A-Z][^{}<>;=]* [^{}<>;=]* [^{}<>;=]*[.!?]$/s;

/** The text of a literal; what is put in stands as `…`. */
function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return '';
  return node.head.text + node.templateSpans.map((span) => `…${span.literal.text}`).join('');
}

function nameOf(node) {
  if (ts.isPropertyAssignment(node) || ts.isJsxAttribute(node)) return node.name.getText();
  return '';
}

/** The sentences of one file: `{line, text}`, a toast's with `is_toast`, in order. */
export function sentencesIn(name, text) {
  const kind = /x$/.test(name) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, kind);
  const found = new Map();
  const say = (node, said, more = {}) => {
    const plain = said.replace(/\s+/g, ' ').trim();
    if (!has_letters.test(plain)) return;
    const line = file.getLineAndCharacterOfPosition(node.getStart(file)).line + 1;
    const at = node.getStart(file);
    if (!found.has(at)) found.set(at, { line, text: plain, ...more });
  };
  /** What an expression may come to: both sides of a choice, neither what decides it. */
  const sayAll = (node, more) => {
    const said = textOf(node);
    const each = (one) => sayAll(one, more);
    if (said) say(node, said, more);
    else if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(each);
    else if (ts.isBinaryExpression(node) && joins.has(node.operatorToken.kind)) {
      [node.left, node.right].forEach(each);
    } else if (ts.isParenthesizedExpression(node) || ts.isJsxExpression(node)) {
      if (node.expression) each(node.expression);
    }
  };
  const visit = (node) => {
    if (ts.isJsxText(node)) say(node, node.text);
    if (is_sentence.test(textOf(node))) say(node, textOf(node));
    if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent)) {
      sayAll(node.expression);
    }
    if (spoken_names.has(nameOf(node)) && node.initializer) sayAll(node.initializer);
    if (ts.isCallExpression(node)) {
      const called = node.expression.getText(file);
      const place = spoken_calls.get(called);
      const more = called === 'toast' ? { is_toast: true } : {};
      if (place !== undefined && node.arguments[place]) sayAll(node.arguments[place], more);
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...found].sort(([a], [b]) => a - b).map(([, sentence]) => sentence);
}

/** Every sentence of the product: `{name, line, text}`. */
export function allSentences() {
  return sources().flatMap((name) =>
    sentencesIn(name, readFileSync(`${root}/${name}`, 'utf8')).map((one) => ({ name, ...one })),
  );
}

function sources() {
  const folders = ['contract', 'panel', 'server'];
  const listed = execFileSync('git', ['ls-files', ...folders], { cwd: root, encoding: 'utf8' });
  return listed
    .split('\n')
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|\/testing\/|\.d\.ts|generated/.test(name));
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  for (const { name, line, text } of allSentences()) console.log(`${name}:${line}\t${text}`);
}
