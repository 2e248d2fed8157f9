// The thinnest server that reads a transaction: Fastify, `pg`, one SELECT. A yardstick, in a
// process of its own: `tsx bench/harness/thin.ts <database url>` prints its address.
import fastify from 'fastify';
import pg from 'pg';

const pool = new pg.Pool({ connectionString: process.argv[2] ?? '', max: 12 });
const app = fastify();
app.get('/:merchant/:id', async (request) => {
  const { merchant, id } = request.params as Record<string, string>;
  const { rows } = await pool.query({
    name: 'one',
    text: 'select * from transaction where merchant_id = $1 and id = $2',
    values: [merchant, id],
  });
  return rows[0];
});
console.log(await app.listen({ host: '127.0.0.1', port: 0 }));
