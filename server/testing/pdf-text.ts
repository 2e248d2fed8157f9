// Reads what a PDF of our own says: each page's lines from top to bottom, by the fonts inside.
import { inflateSync } from 'node:zlib';

interface PdfObject {
  head: string;
  /** The stream, unpacked; empty where there is none. */
  stream: string;
}

function objectsOf(file: Buffer): Map<string, PdfObject> {
  const text = file.toString('latin1');
  const found = new Map<string, PdfObject>();
  for (const [, id = '', body = ''] of text.matchAll(/(\d+) 0 obj\n([\s\S]*?)\nendobj/g)) {
    const [head = '', packed] = body.split('\nstream\n');
    const bytes = packed?.replace(/\nendstream$/, '');
    const unpacks = bytes !== undefined && head.includes('/FlateDecode');
    const stream = unpacks ? inflateSync(Buffer.from(bytes, 'latin1')).toString('latin1') : '';
    found.set(id, { head, stream });
  }
  return found;
}

const reference = (head: string, name: string) =>
  new RegExp(`/${name} (\\d+) 0 R`).exec(head)?.[1] ?? '';

/** Characters by glyph number, out of a font's table for readers of text. */
function charactersOf(table: string): Map<number, string> {
  const characters = new Map<number, string>();
  for (const [, first = '', list = ''] of table.matchAll(/<(\w+)> <\w+> \[([^\]]*)\]/g)) {
    [...list.matchAll(/<(\w*)>/g)].forEach(([, hex = ''], index) => {
      const text = Buffer.from(hex, 'hex').swap16().toString('utf16le');
      characters.set(Number.parseInt(first, 16) + index, text);
    });
  }
  return characters;
}

interface Piece {
  x: number;
  y: number;
  text: string;
}

function piecesOf(content: string, fonts: Map<string, Map<number, string>>): Piece[] {
  return [...content.matchAll(/BT\n([\s\S]*?)\nET/g)].map(([, block = '']) => {
    const [, x, y] = /1 0 0 1 (\S+) (\S+) Tm/.exec(block) ?? [];
    const characters = fonts.get(/\/(F\d+) /.exec(block)?.[1] ?? '');
    const glyphs = [...block.matchAll(/<(\w+)>/g)].flatMap(([, hex = '']) => hex.match(/.{4}/g));
    const text = glyphs.map((glyph) => characters?.get(Number.parseInt(glyph ?? '', 16)) ?? '?');
    return { x: Number(x), y: Number(y), text: text.join('') };
  });
}

/** The file's pages as lines: what stands at one height is one, its parts two spaces apart. */
export function pdfPages(file: Buffer): string[][] {
  const objects = objectsOf(file);
  const head = (id: string) => objects.get(id)?.head ?? '';
  const pages = [...objects.values()].filter((one) => /\/Type \/Page\n/.test(one.head));
  return pages.map((page) => {
    const resources = head(reference(page.head, 'Resources'));
    const named = [...resources.matchAll(/\/(F\d+) (\d+) 0 R/g)];
    const fonts = new Map(
      named.map(([, name = '', id = '']) => {
        const table = objects.get(reference(head(id), 'ToUnicode'))?.stream ?? '';
        return [name, charactersOf(table)] as const;
      }),
    );
    const content = objects.get(reference(page.head, 'Contents'))?.stream ?? '';
    const rows = new Map<number, Piece[]>();
    for (const piece of piecesOf(content, fonts)) {
      rows.set(piece.y, [...(rows.get(piece.y) ?? []), piece]);
    }
    const ordered = [...rows.entries()].sort(([a], [b]) => b - a);
    return ordered.map(([, row]) =>
      row
        .sort((a, b) => a.x - b.x)
        .map(({ text }) => text.trim())
        .join('  '),
    );
  });
}
