// Writes PDF files of stacked lines on narrow paper: fonts inside, the same bytes every time.
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { toVisualOrder } from './pdf-direction.ts';
import { type DrawableText, drawable, left_out_mark } from './pdf-glyphs.ts';

/** A block over the whole width of the paper; blocks stand below each other. */
export type PdfBlock =
  | { kind: 'line'; text: string; align: 'left' | 'center'; size?: number; strong?: boolean }
  | { kind: 'pair'; label: string; value: string; size?: number; strong?: boolean }
  | { kind: 'rule'; dashed: boolean }
  | { kind: 'gap'; height: number };

export interface PdfFile {
  title: string;
  /** Whose product made it, as the file's properties show it. */
  brand: string;
  /** The date in the file; the clock is not used, so that equal payments give equal files. */
  created_at: Date;
  /** Each page is as long as its blocks need. */
  pages: readonly (readonly PdfBlock[])[];
}

/** Points in a millimetre. */
const mm = 72 / 25.4;
/** Paper of 80 mm with 72 mm printed, as receipt printers take it. */
const page_width = 80 * mm;
const side = 4 * mm;
const foot = 8 * mm;
const width = page_width - 2 * side;
const usual_size = 8;
const line_gap = 2;
/** Height of a dashed or solid line with the space around it. */
const rule_height = 9;
/** A label is shortened in favour of its value, down to this width. */
const widest_label = width * 0.45;

type Document = PDFKit.PDFDocument;
type Text = { text: string; x: number; width: number; align: 'left' | 'center' | 'right' };
interface Face {
  size?: number;
  strong?: boolean;
}

const fonts_folder = path.resolve(import.meta.dirname, '../../server/messages/fonts');
const fontFile = (name: string) => readFile(path.join(fonts_folder, name));
let loading: Promise<Parts> | null = null;
interface Parts {
  PdfDocument: typeof import('pdfkit');
  plain: Buffer;
  bold: Buffer;
}

/** The writer and its fonts are loaded with the first file, then kept. */
function loaded(): Promise<Parts> {
  loading ??= Promise.all([
    import('pdfkit'),
    fontFile('DejaVuSansMono.ttf'),
    fontFile('DejaVuSansMono-Bold.ttf'),
  ]).then(([module, plain, bold]) => ({ PdfDocument: module.default, plain, bold }));
  loading.catch(() => {
    loading = null;
  });
  return loading;
}

/** The font in use, as its writer holds it: nothing else says whether it has a letter. */
type WithFont = { _font: { font: { hasGlyphForCodePoint(code: number): boolean } } };

function lettersOf(document: Document, text: string): DrawableText {
  const { font } = (document as unknown as WithFont)._font;
  const letters = drawable(text, (code) => font.hasGlyphForCodePoint(code));
  return { ...letters, text: toVisualOrder(letters.text) };
}

function wear(document: Document, { size = usual_size, strong = false }: Face): void {
  document.font(strong ? 'bold' : 'plain').fontSize(size);
}

/** The texts of a block side by side; a word that is too long for its column is broken. */
function textsOf(document: Document, block: PdfBlock): Text[] {
  if (block.kind === 'line') {
    return [{ text: lettersOf(document, block.text).text, x: side, width, align: block.align }];
  }
  if (block.kind !== 'pair') return [];
  const label = lettersOf(document, block.label).text;
  const value = lettersOf(document, block.value).text;
  // Slightly more than measured, because rounding would otherwise wrap a label.
  const label_width = Math.min(document.widthOfString(label) + 1, widest_label);
  const left = label_width + 6;
  return [
    { text: label, x: side, width: label_width, align: 'left' },
    { text: value, x: side + left, width: width - left, align: 'right' },
  ];
}

function heightOf(document: Document, block: PdfBlock): number {
  if (block.kind === 'gap') return block.height;
  if (block.kind === 'rule') return rule_height;
  wear(document, block);
  const heights = textsOf(document, block).map(({ text, width: room }) =>
    document.heightOfString(text, { width: room, lineGap: line_gap }),
  );
  return Math.max(...heights);
}

function draw(document: Document, block: PdfBlock, y: number): void {
  if (block.kind === 'rule') {
    const middle = y + rule_height / 2 - 1;
    document.save().lineWidth(0.6);
    if (block.dashed) document.dash(2, { space: 2 });
    document
      .moveTo(side, middle)
      .lineTo(side + width, middle)
      .stroke()
      .restore();
    return;
  }
  if (block.kind === 'gap') return;
  wear(document, block);
  for (const { text, x, width: room, align } of textsOf(document, block)) {
    document.text(text, x, y, { width: room, align, lineGap: line_gap });
  }
}

/** Whether a block has letters that were replaced by the mark. */
function lacksLetters(document: Document, block: PdfBlock): boolean {
  if (block.kind === 'gap' || block.kind === 'rule') return false;
  wear(document, block);
  const texts = block.kind === 'line' ? [block.text] : [block.label, block.value];
  return texts.some((text) => lettersOf(document, text).left_out);
}

const letters_note: readonly PdfBlock[] = [
  { kind: 'gap', height: 6 },
  {
    kind: 'line',
    text: `${left_out_mark} Some characters cannot be printed. The receipt on screen shows them.`,
    align: 'center',
    size: 6,
  },
];

function drawPage(document: Document, content: readonly PdfBlock[]): void {
  const lacking = content.some((block) => lacksLetters(document, block));
  const blocks = lacking ? [...content, ...letters_note] : content;
  const heights = blocks.map((block) => heightOf(document, block));
  const whole = heights.reduce((all, height) => all + height, 0) + side + foot;
  document.addPage({ size: [page_width, whole], margin: 0 });
  let y = side;
  blocks.forEach((block, index) => {
    draw(document, block, y);
    y += heights[index] as number;
  });
}

/** The file's bytes; the same input gives the same bytes at any time. */
export async function writePdf({ title, brand, created_at, pages }: PdfFile): Promise<Buffer> {
  const { PdfDocument, plain, bold } = await loaded();
  const document = new PdfDocument({
    autoFirstPage: false,
    // No font of the viewer's own, only those in the file.
    font: '',
    lang: 'en-US',
    displayTitle: true,
    info: {
      Title: title,
      Creator: brand,
      Producer: brand,
      // The file's id is computed from this date too.
      CreationDate: created_at,
    },
  });
  document.registerFont('plain', plain).registerFont('bold', bold);
  const chunks: Buffer[] = [];
  const whole = new Promise<Buffer>((resolve, reject) => {
    document.on('data', (chunk: Buffer) => chunks.push(chunk));
    document.on('end', () => resolve(Buffer.concat(chunks)));
    document.on('error', reject);
  });
  for (const blocks of pages) drawPage(document, blocks);
  document.end();
  return await whole;
}

/** Loads writer and fonts before they are needed. Rejects where they cannot be read. */
export async function warmPdf(): Promise<void> {
  const created_at = new Date(0);
  const pages: PdfBlock[][] = [[{ kind: 'line', text: '0', align: 'left' }]];
  await writePdf({ title: '', brand: '', created_at, pages });
}
