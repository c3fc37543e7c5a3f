// A preload script for a process of `npm run soak`: collects garbage at each request to HEAP_REPORT_PORT and reports the
// heap that remains.
import { createServer } from 'node:http';
import { Session } from 'node:inspector/promises';
import { getHeapSpaceStatistics } from 'node:v8';

const server = createServer(async (_, response) => {
  const session = new Session();
  session.connect();
  await session.post('HeapProfiler.collectGarbage');
  session.disconnect();
  response.end(JSON.stringify(getHeapSpaceStatistics()));
});
// A child process inherits the options, and the port is taken there.
server.on('error', () => undefined);
server.listen(Number(process.env.HEAP_REPORT_PORT), '127.0.0.1').unref();
