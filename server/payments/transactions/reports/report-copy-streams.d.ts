// Types of the part of pg-copy-streams that reports use; the package brings none.
declare module 'pg-copy-streams' {
  import type { Readable } from 'node:stream';
  import type { Submittable } from 'pg';

  /** Rows of a COPY … TO STDOUT as they come; reads only as fast as it is read. */
  export type CopyTo = Readable & Submittable & { readonly rowCount: number };
  export function to(text: string): CopyTo;
}
