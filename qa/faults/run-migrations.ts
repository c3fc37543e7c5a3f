// Brings the database of its argument up to date and says so: the process of qa/faults/concurrent-starts.ts, which may be killed.
import { openPostgres } from '#server/db/open-postgres.ts';

const database = openPostgres(process.argv[2] ?? '', 'drizzle', () => undefined);
process.stdout.write('migrating\n');
await database.migrate();
await database.close();
process.stdout.write('done\n');
