// The reference of qa/bench/webhook-throughput.ts: inserts rows like those of the event inbox one by one, each with its own
// commit, over one connection. Arguments: the URL of the database and the number of rows. Prints a RawInserts as JSON.
import { openClient } from '../lib/postgres.ts';

export type RawInserts = { perSecond: number };

const [url = '', count = '0'] = process.argv.slice(2);
await using client = await openClient(url);
await client.query('create table if not exists raw_events (like stripe_events including all)');
await client.query('truncate raw_events');
const { rows } = await client.query<Record<string, unknown>>('select * from stripe_events limit 1');
const [row = {}] = rows;
const columns = Object.keys(row);
const insert = {
  name: 'insert_raw_event',
  text: `insert into raw_events (${columns.join(', ')}) values (${columns.map((_, index) => `$${index + 1}`).join(', ')})`,
};
const started = performance.now();
for (let index = 0; index < Number(count); index++)
  await client.query({ ...insert, values: Object.values({ ...row, id: `evt_raw_${index}` }) });
const result: RawInserts = { perSecond: (Number(count) * 1000) / (performance.now() - started) };
console.log(JSON.stringify(result));
