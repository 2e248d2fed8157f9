// Images in the browser: reading a file, its limits, shrinking and cutting it (spec 1 §5, §9).

export const image_types = ['image/png', 'image/gif', 'image/jpeg'] as const;
/** Limit of an image that is not cut, and what the cropper puts out. */
export const image_side = 1000;
/** Longest side of what the cropper shows. */
export const shown_side = 1024;

export interface Size {
  width: number;
  height: number;
}
export interface Area extends Size {
  x: number;
  y: number;
}

/** The same shape with its long side at most `side`; what is smaller stays. */
export function fitInside({ width, height }: Size, side: number): Size {
  const by = Math.min(1, side / Math.max(width, height));
  return { width: Math.round(width * by), height: Math.round(height * by) };
}

/** What is wrong with the size; '' where nothing is. */
export function sizeProblem(size: Size, limit: Size): string {
  if (size.width <= limit.width && size.height <= limit.height) return '';
  return `The uploaded image must must not be larger than ${limit.width}x${limit.height} pixels.`;
}

export function isImageType(type: string): boolean {
  return (image_types as readonly string[]).includes(type);
}

/** The file as a data address. Rejects where it cannot be read. */
export function readFile(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}

/** The decoded image. Rejects where the bytes are none. */
export async function decode(address: string): Promise<HTMLImageElement> {
  const image = new Image();
  image.src = address;
  await image.decode();
  return image;
}

function draw(image: HTMLImageElement, from: Area, to: Size): string {
  const canvas = document.createElement('canvas');
  canvas.width = to.width;
  canvas.height = to.height;
  const pen = canvas.getContext('2d');
  if (pen === null) throw new Error('no canvas');
  pen.drawImage(image, from.x, from.y, from.width, from.height, 0, 0, to.width, to.height);
  // A photograph as PNG would be many times as large; images that may be transparent stay PNG.
  const jpeg = image.src.startsWith('data:image/jpeg');
  return jpeg ? canvas.toDataURL('image/jpeg', 0.9) : canvas.toDataURL('image/png');
}

function whole(image: HTMLImageElement): Area {
  return { x: 0, y: 0, width: image.naturalWidth, height: image.naturalHeight };
}

/** As the cropper shows it, with a long side of at most 1024 pixels. */
export function shownImage(image: HTMLImageElement): string {
  const from = whole(image);
  const to = fitInside(from, shown_side);
  return to.width === from.width ? image.src : draw(image, from, to);
}

/** The square part as 1000 x 1000 pixels; `part` is in pixels of the image. */
export function cutSquare(image: HTMLImageElement, part: Area): string {
  return draw(image, part, { width: image_side, height: image_side });
}
