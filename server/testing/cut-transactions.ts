// Ends connections as the death of their process does: what they had not committed is gone.
import pg from 'pg';

/** Cuts every connection that is inside a transaction and waits for its next statement. */
export async function cutIdleTransactions(database_url: string): Promise<void> {
  const owner = new pg.Client({ connectionString: database_url });
  await owner.connect();
  await owner.query(`select pg_terminate_backend(pid) from pg_stat_activity
    where pid <> pg_backend_pid() and datname = current_database()
      and state = 'idle in transaction'`);
  await owner.end();
}
