// Statements whose columns a connection has described once: later answers contain only rows.
import pg from 'pg';

/** How the rows of a statement are read: the part of `pg`'s Result that a description creates. */
interface Shape {
  fields: readonly unknown[];
  _parsers: readonly unknown[] | undefined;
  _prebuiltEmptyResultObject: object | null;
}

/** What we use of the pinned `pg`'s own Query beyond its types (lib/query.js). */
interface OwnQuery extends pg.Submittable {
  name: string;
  _result: Shape;
  _accumulateRows: boolean;
  prepare(connection: object): void;
  handleCommandComplete(message: unknown, connection: object): void;
}
type Callback = (error: Error | undefined, result: pg.QueryResult) => void;
const OwnQuery = pg.Query as unknown as new (
  text: string,
  values: readonly unknown[],
  callback: Callback,
) => OwnQuery;

interface Knowledge {
  shapes: Map<string, Shape>;
  /** The connection without `describe`. */
  mute: object;
}
/** By `pg` connection: what was prepared on it is gone when the connection is. */
const known = new WeakMap<object, Knowledge>();

function knowledgeOf(connection: object): Knowledge {
  const found = known.get(connection);
  if (found) return found;
  const mute = Object.create(connection, { describe: { value: () => undefined } });
  const made: Knowledge = { shapes: new Map(), mute };
  known.set(connection, made);
  return made;
}

/** For a connection that dropped its prepared statements, whose rows may have other columns now. */
export function discardRowDescriptions(connection: object): void {
  known.delete(connection);
}

interface Named {
  name: string;
  text: string;
  values: readonly unknown[];
}

/**
 * `pg` asks for the description of the rows with every execution. Of a named statement it is the
 * same each time, or PostgreSQL refuses the execution ("cached plan must not change result type").
 */
class NamedQuery extends OwnQuery {
  constructor({ name, text, values }: Named, callback: Callback) {
    super(text, values, callback);
    this.name = name;
  }

  override prepare(connection: object): void {
    const { shapes, mute } = knowledgeOf(connection);
    const shape = shapes.get(this.name);
    if (shape) {
      Object.assign(this._result, shape);
      this._accumulateRows = true;
    }
    super.prepare(shape ? mute : connection);
  }

  override handleCommandComplete(message: unknown, connection: object): void {
    super.handleCommandComplete(message, connection);
    const { shapes } = knowledgeOf(connection);
    if (shapes.has(this.name)) return;
    const { fields, _parsers, _prebuiltEmptyResultObject } = this._result;
    shapes.set(this.name, { fields, _parsers, _prebuiltEmptyResultObject });
  }
}

/** As client.query() for a statement with a name; a connection describes its rows once. */
export async function queryNamed(client: pg.ClientBase, named: Named): Promise<pg.QueryResult> {
  try {
    return await new Promise((resolve, reject) => {
      const callback: Callback = (error, result) => (error ? reject(error) : resolve(result));
      client.query(new NamedQuery(named, callback));
    });
  } catch (error) {
    // The stack trace points to the caller, not to the socket of the answer.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
