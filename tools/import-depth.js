// How deep the imports inside a folder go: a reader follows a chain of files only so far.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/**
 * The longest chain of imports among these files, from the file that imports to one that imports
 * none of them. `read` gives the text of a file. Types alone load nothing and do not count.
 */
export function longestChain(files, read = (file) => readFileSync(file, 'utf8')) {
  const known = new Set(files);
  const chains = new Map();
  const chainOf = (file) => {
    if (chains.has(file)) return chains.get(file);
    // A circle ends where it comes back; another check forbids circles.
    chains.set(file, [file]);
    const below = importsOf(file, read(file)).filter((other) => known.has(other));
    const longest = below.map(chainOf).reduce((a, b) => (b.length > a.length ? b : a), []);
    chains.set(file, [file, ...longest]);
    return chains.get(file);
  };
  return files.map(chainOf).reduce((a, b) => (b.length > a.length ? b : a), []);
}

/** Files that a file imports values of, by paths from the root of the project. */
function importsOf(file, text) {
  const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest);
  return source.statements.flatMap((statement) => {
    const loads = ts.isImportDeclaration(statement)
      ? loadsValues(statement)
      : isReExport(statement);
    if (!loads) return [];
    return [path.posix.join(path.posix.dirname(file), statement.moduleSpecifier.text)];
  });
}

function isReExport(statement) {
  return ts.isExportDeclaration(statement) && !statement.isTypeOnly && statement.moduleSpecifier;
}

function loadsValues({ importClause }) {
  if (!importClause) return true;
  if (importClause.isTypeOnly) return false;
  const named = importClause.namedBindings;
  if (importClause.name || !named || !ts.isNamedImports(named)) return true;
  return named.elements.some((element) => !element.isTypeOnly);
}
