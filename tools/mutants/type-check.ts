// Whether the compiler refuses a mutant: `npm run check` notices it then, without any test.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';
import type { Mutant } from './instrument.ts';

/** Gives the compiler's first complaint about a mutant's own file; null where it compiles. */
export type TypeCheck = (mutant: Pick<Mutant, 'file' | 'replaced'>) => string | null;

/** Reads the project at `root` once, by the settings under which the server is checked. */
export function openTypeCheck(root: string): TypeCheck {
  const settings = path.join(root, 'server/tsconfig.json');
  const { config } = ts.readConfigFile(settings, ts.sys.readFile);
  const { options, fileNames } = ts.parseJsonConfigFileContent(
    config,
    ts.sys,
    path.dirname(settings),
  );
  const changed = new Map<string, { version: number; text: string | null }>();
  const textOf = (name: string) => changed.get(name)?.text ?? ts.sys.readFile(name);
  const service = ts.createLanguageService({
    getScriptFileNames: () => fileNames,
    getScriptVersion: (name) => String(changed.get(name)?.version ?? 0),
    getScriptSnapshot(name) {
      const text = textOf(name);
      return text === undefined ? undefined : ts.ScriptSnapshot.fromString(text);
    },
    getCurrentDirectory: () => root,
    getCompilationSettings: () => options,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: ts.sys.fileExists,
    readFile: ts.sys.readFile,
    readDirectory: ts.sys.readDirectory,
    directoryExists: ts.sys.directoryExists,
  });
  const put = (name: string, text: string | null) =>
    changed.set(name, { version: (changed.get(name)?.version ?? 0) + 1, text });
  return ({ file, replaced }) => {
    const name = path.join(root, file);
    const lines = readFileSync(name, 'utf8').split('\n');
    const offset = ({ line, column }: { line: number; column: number }) =>
      lines.slice(0, line).reduce((sum, one) => sum + one.length + 1, column);
    const text = lines.join('\n');
    put(
      name,
      text.slice(0, offset(replaced.start)) + replaced.text + text.slice(offset(replaced.end)),
    );
    const found =
      service.getSyntacticDiagnostics(name)[0] ?? service.getSemanticDiagnostics(name)[0];
    put(name, null);
    return found ? ts.flattenDiagnosticMessageText(found.messageText, ' ') : null;
  };
}
