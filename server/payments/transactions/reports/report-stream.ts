// A statement's rows as one stream of bytes: PostgreSQL formats them, we pass them through.
import type { Socket } from 'node:net';
import type { Readable } from 'node:stream';
import { type CompiledQuery, type RawBuilder, sql } from 'kysely';
import pg from 'pg';
import { type CopyTo, to as copyTo } from 'pg-copy-streams';
import { Refusal } from '../../../../contract/errors.ts';
import type { Context } from '../../../context.ts';
import { connect, type StreamReader } from '../../../db/database.ts';
import { runPeriodically } from '../../../process/periodic.ts';

/** Reports that one account may read at a time, of each process. */
const max_open_reports = 2;
/** How many reports each account is reading from this process. */
export type OpenReports = Map<string, number>;

const not_read = 'Nothing of the report was read for too long.';
const read_too_long = 'Reading the report took too long.';
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
  reader: StreamReader;
  /** Run in the same snapshot once all rows were read. */
  control?: RawBuilder<unknown>;
}

/** The bytes of a statement, and once all of them were read what `control` found. */
export interface Copied {
  body: Readable;
  control: Promise<readonly unknown[]>;
}

/** 429 where the caller's account is reading as many reports as it may. */
export function refuseManyReports({ actor, open_reports, timing }: Context): void {
  if ((open_reports.get(actor.account_id) ?? 0) < max_open_reports) return;
  const sentence =
    `Your account is already downloading ${max_open_reports} reports. ` +
    'Try again when one of them is complete.';
  const wait_seconds = Math.ceil(timing.report_stall_ms / 1_000);
  throw new Refusal('limited', sentence, undefined, wait_seconds);
}

/** Counts a report of the caller's account; gives its end. */
function countReport({ actor, open_reports }: Context): () => void {
  const { account_id } = actor;
  open_reports.set(account_id, (open_reports.get(account_id) ?? 0) + 1);
  return () => {
    const rest = (open_reports.get(account_id) ?? 1) - 1;
    if (rest > 0) open_reports.set(account_id, rest);
    else open_reports.delete(account_id);
  };
}

/**
 * Streams a query out of one snapshot, at the reader's pace. Resolves when the first bytes are
 * there or the statement has failed; the connection goes back to its pool when the stream ends, and
 * is cut when the reader goes away, stops reading or takes too long. 429 where the account of a
 * client reads several already.
 */
export async function copyOut(
  context: Context,
  query: RawBuilder<unknown>,
  options: CopyOptions,
): Promise<Copied> {
  if (options.reader === 'product') return await open(context, query, options, () => undefined);
  refuseManyReports(context);
  return await open(context, query, options, countReport(context));
}

async function open(
  context: Context,
  query: RawBuilder<unknown>,
  { format, by_index, reader, control }: CopyOptions,
  ended: () => void,
): Promise<Copied> {
  let client: pg.PoolClient | undefined;
  try {
    const control_query = control && inlined(control.compile(connect(context)));
    const text = `copy (${inlined(query.compile(connect(context)))}) to stdout with (${format})`;
    client = await context.database.exportClient(context, reader);
    await client.query(
      `begin isolation level repeatable read read only;` +
        ` set local statement_timeout = ${context.timing.report_limit_ms};` +
        ` set local enable_sort = ${by_index ? 'off' : 'on'}`,
    );
    const stream = client.query(copyTo(text));
    await firstBytes(stream);
    const unwatch = cutIdleReader(context, stream, client);
    const released = () => {
      unwatch();
      ended();
    };
    return returning(stream, client, released, control_query);
  } catch (error) {
    client?.release(true);
    ended();
    throw error;
  }
}

/**
 * Ends a stream whose reader takes nothing, or takes too long. No time limit of PostgreSQL's does
 * that: none of them fires while it waits to send. A stream that waits for the database goes on.
 */
function cutIdleReader(
  { clock, timing }: Context,
  stream: CopyTo,
  client: pg.PoolClient,
): () => void {
  const { report_stall_ms, report_limit_ms } = timing;
  const began_ms = clock.monotonicMs();
  const { stream: socket } = (client as unknown as { connection: { stream: Socket } }).connection;
  let seen = '';
  let moved_ms = began_ms;
  const look = async () => {
    const now_ms = clock.monotonicMs();
    // Rows are counted once all were sent: then there is nothing to wait for but the reader.
    const waits_for_reader = stream.readableLength > 0 || stream.rowCount > 0;
    const found = `${socket.bytesRead} ${stream.readableLength}`;
    if (!waits_for_reader || found !== seen) moved_ms = now_ms;
    seen = found;
    if (now_ms - moved_ms >= report_stall_ms) stream.destroy(new Error(not_read));
    else if (now_ms - began_ms >= report_limit_ms) stream.destroy(new Error(read_too_long));
  };
  const every_ms = Math.min(1_000, report_stall_ms / 4, report_limit_ms / 4);
  const watch = runPeriodically(look, every_ms);
  return () => void watch.stop();
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

function returning(
  stream: CopyTo,
  client: pg.PoolClient,
  ended: () => void,
  control_query = nothing,
): Copied {
  let released = false;
  const control = new Promise<readonly unknown[]>((resolve, reject) => {
    const release = (cut: Error | null) => {
      if (released) return;
      released = true;
      ended();
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
    // Not once: the cut of the connection is told as an error, too.
    stream.on('error', (error) => {
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
