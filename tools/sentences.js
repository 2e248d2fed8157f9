// `npm run sentences`: every label, sentence and refusal with its place, to be read in one go.
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import ts from 'typescript';
import { root } from './ensure.js';

/** Calls whose text a reader sees: the place of that argument, and what the text is. */
const shown_calls = new Map([
  ['refuse', [1, 'sentence']],
  ['toast', [0, 'toast']],
  ['entry', [2, 'sentence']],
  ['toggle', [0, 'sentence']],
  ['momentColumn', [1, 'label']],
  ['oneLineColumn', [1, 'label']],
]);
/** Members and attributes that name a field, button, menu entry, column or dialog, and hints. */
const label_names = new Set(
  'label title placeholder action hint aside heading question aria-label ariaLabel'.split(' '),
);
/** Members and attributes with whole sentences. */
const sentence_names = new Set(
  'text note meaning says summary words reason subject description effect fallback peek none'
    .split(' ')
    .concat('nobody', 'notice', 'because'),
);
const joins = new Set([
  ts.SyntaxKind.AmpersandAmpersandToken,
  ts.SyntaxKind.BarBarToken,
  ts.SyntaxKind.QuestionQuestionToken,
  ts.SyntaxKind.PlusToken,
]);
const has_letters = /[A-Za-z]{2}/;
/** Shown, whatever it is put into: `The card was verified.` */
const is_sentence = /^[A-Z][^{}<>=]* [^{}<>=]* [^{}<>=]*[.!?]$/s;
/** So is a run of words in the screens and in the contract: `waiting for settlement`. */
const is_phrase = /^[A-Za-z…“‘][\w…’'“”",.:;()·–%$ -]*$/;
const two_words = /[A-Za-z’]{2,}[,:;]? (…|[A-Za-z]{2,}|a )/;
const shows_phrases = /^(panel|contract)\//;
/** Code in quotes: queries, styles, media types, names of columns. */
const is_code = new RegExp(
  [
    '_|: none|px\\b|^[A-Z]{2} [A-Z]|^[a-z]+(-[a-z]+)+ [a-z]+-',
    '^(select|insert|update|delete|with|translate3d|oklch|color-mix|GET|POST|path) ',
  ].join('|'),
);
/** Read by whoever mends the code. */
const internal_calls = /^(assert|Error|querySelector\w*|closest|matches|matchMedia|split)$/;
const internal_names = /^(className|classNames|style|viewBox|preserveAspectRatio|sandbox|type|d)$/;

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

/** Whether a literal is code or a name, by what it stands in. */
function isInternal(node) {
  const { parent } = node;
  if (ts.isTaggedTemplateExpression(parent) || ts.isImportDeclaration(parent)) return true;
  if (ts.isLiteralTypeNode(parent) || ts.isElementAccessExpression(parent)) return true;
  if (parent.name === node) return true;
  if (ts.isCallExpression(parent) || ts.isNewExpression(parent)) {
    return internal_calls.test(parent.expression.getText().split('.').at(-1));
  }
  return internal_names.test(nameOf(parent) || nameOf(parent.parent));
}

/** A run of words that no attribute, member or call marks as shown. */
function isPhrase(node, text) {
  const plain = text.replace(/\s+/g, ' ').trim();
  if (!is_phrase.test(plain) || !two_words.test(plain) || is_code.test(plain)) return false;
  return !isInternal(node);
}

/** What a reader sees of an attribute or member of this name; '' where nothing. */
function kindOf(name) {
  if (label_names.has(name)) return 'label';
  return sentence_names.has(name) ? 'sentence' : '';
}

/** The sentences of one file in order; their kind is `label`, `toast` or `sentence`. */
export function sentencesIn(name, text) {
  const type = /x$/.test(name) ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
  const file = ts.createSourceFile(name, text, ts.ScriptTarget.Latest, true, type);
  const found = new Map();
  const say = (node, said, kind) => {
    const plain = said.replace(/\s+/g, ' ').trim();
    if (!has_letters.test(plain)) return;
    const at = node.getStart(file);
    const line = file.getLineAndCharacterOfPosition(at).line + 1;
    if (!found.has(at)) found.set(at, { line, text: plain, kind });
  };
  /** What an expression may come to: both sides of a choice, neither what decides it. */
  const sayAll = (node, kind) => {
    const said = textOf(node);
    const each = (one) => sayAll(one, kind);
    if (said) say(node, said, kind);
    else if (ts.isConditionalExpression(node)) [node.whenTrue, node.whenFalse].forEach(each);
    else if (ts.isBinaryExpression(node) && joins.has(node.operatorToken.kind)) {
      [node.left, node.right].forEach(each);
    } else if (ts.isParenthesizedExpression(node) || ts.isJsxExpression(node)) {
      if (node.expression) each(node.expression);
    } else if (ts.isArrowFunction(node) && !ts.isBlock(node.body)) each(node.body);
  };
  const visit = (node) => {
    if (ts.isJsxText(node)) say(node, node.text, 'sentence');
    if (ts.isJsxExpression(node) && node.expression && !ts.isJsxAttribute(node.parent)) {
      sayAll(node.expression, 'sentence');
    }
    const kind = kindOf(nameOf(node));
    if (kind && node.initializer) sayAll(node.initializer, kind);
    if (ts.isCallExpression(node)) {
      const [place, of] = shown_calls.get(node.expression.getText(file)) ?? [];
      if (place !== undefined && node.arguments[place]) sayAll(node.arguments[place], of);
    }
    const said = textOf(node);
    if (is_sentence.test(said)) say(node, said, 'sentence');
    else if (said && shows_phrases.test(name) && isPhrase(node, said)) say(node, said, 'sentence');
    ts.forEachChild(node, visit);
  };
  visit(file);
  return [...found].sort(([a], [b]) => a - b).map(([, sentence]) => sentence);
}

/** Every sentence of the product: `{name, line, text, kind}`. */
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
