// SHA-256 over short texts, many in a row: the browser's own is made for few and long ones.
export interface Work {
  challenge: string;
  difficulty_bits: number;
}

/** The first 32 bits of the fractional parts of roots of the first primes (FIPS 180-4, 4.2.2). */
function roots(count: number, power: number): Uint32Array {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++) {
    let prime = true;
    for (let by = 2; by * by <= candidate; by++) if (candidate % by === 0) prime = false;
    if (prime) found.push((candidate ** power % 1) * 2 ** 32);
  }
  return Uint32Array.from(found);
}

const start = roots(8, 1 / 2);
const rounds = roots(64, 1 / 3);
const words = new Uint32Array(64);

const rotate = (word: number, by: number) => (word >>> by) | (word << (32 - by));

/** One block of 64 bytes into the state (FIPS 180-4, 6.2.2). */
function compress(state: Uint32Array, block: DataView, from: number): void {
  for (let n = 0; n < 16; n++) words[n] = block.getUint32(from + n * 4);
  const at = (n: number) => words[n] as number;
  for (let n = 16; n < 64; n++) {
    const [early, late] = [at(n - 15), at(n - 2)];
    const low = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const high = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[n] = (at(n - 16) + low + at(n - 7) + high) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let n = 0; n < 64; n++) {
    const big = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const first = (h + big + ((e & f) ^ (~e & g)) + (rounds[n] as number) + at(n)) | 0;
    const small = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const second = (small + ((a & b) ^ (a & c) ^ (b & c))) | 0;
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + second) | 0;
  }
  const sums = [a, b, c, d, e, f, g, h];
  for (let n = 0; n < 8; n++) state[n] = ((state[n] as number) + (sums[n] as number)) | 0;
}

/** The hash's eight words of a text of plain letters. */
export function sha256(text: string): Uint32Array {
  const size = (Math.ceil((text.length + 9) / 64) | 0) * 64;
  const view = new DataView(new ArrayBuffer(size));
  for (let n = 0; n < text.length; n++) view.setUint8(n, text.charCodeAt(n));
  view.setUint8(text.length, 0x80);
  view.setUint32(size - 4, text.length * 8);
  const state = start.slice();
  for (let from = 0; from < size; from += 64) compress(state, view, from);
  return state;
}

/** The first number for which SHA-256 of `challenge~number` begins with enough zero bits. */
export function firstFitting({ challenge, difficulty_bits }: Work): number {
  for (let number = 0; ; number++) {
    if (Math.clz32(sha256(`${challenge}~${number}`)[0] as number) >= difficulty_bits) return number;
  }
}
