// Migrates the database of its argument and reports completion: the process that qa/faults/concurrent-starts.ts may
// kill.
import { openPostgres } from '#server/db/open-postgres.ts';

const database = openPostgres(process.argv[2] ?? '', 'drizzle', () => undefined);
process.stdout.write('migrating\n');
await database.migrate();
await database.close();
process.stdout.write('done\n');
