// A statement's rows as one stream of bytes: PostgreSQL formats them, we pass them through.
import type { Readable } from 'node:stream';
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { type CopyTo, to as copyTo } from 'pg-copy-streams';
import type { Context } from '../../../context.ts';
import { connect } from '../../../db/database.ts';

/** Longest time one report may hold its snapshot. */
const longest_seconds = 1_800;
const nothing = 'select where false';
/** SQLSTATE of a parameter value that PostgreSQL does not know. */
const unknown_zone = '22023';

function literal(value: unknown): string {
  switch (typeof value) {
    case 'string':
      return pg.escapeLiteral(value);
    case 'number':
      return `(${value})`;
    case 'boolean':
      return String(value);
    default:
      if (value instanceof Date) return `${pg.escapeLiteral(value.toISOString())}::timestamptz`;
      throw new Error(`A report cannot carry a ${typeof value}.`);
  }
}

/** COPY takes no parameters: they are written into the statement, quoted by the driver. */
function inlined({ sql: text, parameters }: CompiledQuery): string {
  return text.replace(/\$(\d+)/g, (_, place) => literal(parameters[Number(place) - 1]));
}

interface CopyOptions {
  /** Options of COPY: `format csv, header` … */
  format: string;
  /** The order is that of an index: never sort, so that the first byte need not wait. */
  by_index: boolean;
  /** Run in the same snapshot once all rows were read. */
  control?: RawBuilder<unknown>;
}

/** The bytes of a statement, and once all of them were read what `control` found. */
export interface Copied {
  body: Readable;
  control: Promise<readonly unknown[]>;
}

/**
 * Streams a query out of one snapshot, at the reader's pace. Resolves when the first bytes are
 * there or the statement has failed; the connection goes back to its pool when the stream ends, and
 * is cut when the reader goes away.
 */
export async function copyOut(
  context: Context,
  query: RawBuilder<unknown>,
  { format, by_index, control }: CopyOptions,
): Promise<Copied> {
  const control_query = control && inlined(control.compile(connect(context)));
  const text = `copy (${inlined(query.compile(connect(context)))}) to stdout with (${format})`;
  const client = await context.database.exportClient(context);
  try {
    await client.query(
      `begin isolation level repeatable read read only;` +
        ` set local statement_timeout = '${longest_seconds}s';` +
        ` set local enable_sort = ${by_index ? 'off' : 'on'}`,
    );
    const stream = client.query(copyTo(text));
    await firstBytes(stream);
    return returning(stream, client, control_query);
  } catch (error) {
    client.release(true);
    throw error;
  }
}

function firstBytes(stream: Readable): Promise<void> {
  return new Promise((resolve, reject) => {
    stream.once('error', reject);
    stream.once('end', resolve);
    stream.once('readable', () => {
      stream.off('error', reject);
      stream.off('end', resolve);
      resolve();
    });
  });
}

function returning(stream: CopyTo, client: pg.PoolClient, control_query = nothing): Copied {
  let released = false;
  const control = new Promise<readonly unknown[]>((resolve, reject) => {
    const release = (cut: Error | null) => {
      if (released) return;
      released = true;
      if (cut) {
        client.release(true);
        return reject(cut);
      }
      const found = client.query(control_query);
      Promise.all([found, client.query('commit')]).then(
        ([{ rows }]) => {
          client.release();
          resolve(rows);
        },
        (error: Error) => {
          client.release(true);
          reject(error);
        },
      );
    };
    stream.once('end', () => release(null));
    stream.once('error', (error) => {
      release(error);
      stream.destroy();
    });
    stream.once('close', () => release(new Error('The client disconnected.')));
  });
  // Most readers never ask.
  control.catch(() => undefined);
  return { body: stream, control };
}

/** Whether both the runtime and the database know a zone by this name. */
export async function isTimeZone(context: Context, name: string): Promise<boolean> {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
  } catch {
    return false;
  }
  try {
    await sql`select now() at time zone ${name}::text`.execute(connect(context));
    return true;
  } catch (error) {
    if ((error as { code?: string }).code === unknown_zone) return false;
    throw error;
  }
}
