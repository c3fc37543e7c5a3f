// Migrates the database of its argument and reports completion: the process that qa/faults/concurrent-starts.ts may
// kill.
import { openAppDatabase } from '../lib/postgres.ts';

const database = openAppDatabase(process.argv[2] ?? '');
process.stdout.write('migrating\n');
await database.migrate();
await database.close();
process.stdout.write('done\n');
