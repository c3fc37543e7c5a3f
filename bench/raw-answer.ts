import { request } from 'node:http';

import type { PreparedResponse } from './bare-server.ts';

/** The bytes as they travel, which fetch would unpack. */
export function fetchRaw(url: string, headers: Record<string, string>): Promise<PreparedResponse> {
  return new Promise((resolve, reject) => {
    request(url, { headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => {
        const own = Object.entries(answer.headers).filter(([name]) => !/^(date|connection|keep-alive)$/.test(name));
        const sent = Object.fromEntries(own) as Record<string, string>;
        resolve({
          status: answer.statusCode ?? 0,
          headers: sent,
          body: Buffer.concat(chunks).toString('base64'),
        });
      });
    })
      .on('error', reject)
      .end();
  });
}
