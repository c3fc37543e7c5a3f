import pg from 'pg';

import { BackupError } from './backup-refused.ts';

const CONNECT_TIMEOUT_MS = 5000;

/** Few roles may see other connections; those without a user belong to the server. */
const OTHER_CONNECTIONS_SQL = `select coalesce(nullif(application_name, ''), 'somebody') as name, host(client_addr) as address
  from pg_stat_activity
  where datname = current_database() and pid <> pg_backend_pid() and usesysid is not null
    and coalesce(backend_type, 'client backend') = 'client backend'`;

/** Throws BackupError while others are connected to a PostgreSQL database; call it before opening own connections. */
export async function assertNoOtherConnections(databaseUrl: string): Promise<void> {
  const client = new pg.Client({
    connectionString: databaseUrl,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string; address: string | null }>(OTHER_CONNECTIONS_SQL);
    if (rows.length === 0) return;
    const names = new Set(rows.map(({ name, address }) => (address ? `${name} from ${address}` : name)));
    const subject = rows.length === 1 ? 'connection to this database is' : 'connections to this database are';
    throw new BackupError(
      `${rows.length} other ${subject} open (${[...names].join(', ')}). Stop every process of the shop, and whatever else is connected, then try again.`,
    );
  } finally {
    await client.end();
  }
}
