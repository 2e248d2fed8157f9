// Types of the part of pg-copy-streams that restoring uses; the package brings none.
declare module 'pg-copy-streams' {
  import type { Writable } from 'node:stream';
  import type { Submittable } from 'pg';

  /** Rows for a COPY … FROM STDIN; takes them as fast as PostgreSQL does. */
  export function from(text: string): Writable & Submittable;
}
