import { readFileSync } from 'node:fs';

import { expect, test } from 'vitest';

import { parseIgnoreFile } from './build-context.ts';
import { DockerfileError, parseStages } from './dockerfile.ts';

const parseSteps = (...lines: string[]) =>
  parseStages(['FROM node:24.0.0-bookworm-slim', ...lines].join('\n'))[0]?.steps;

test('parses stages in order with their instructions', () => {
  const text = `# A comment.
FROM node:24.0.0-bookworm-slim AS build
COPY a.json b.json ./
RUN one && \\
  # Between two lines.
  two

FROM node:24.0.0-bookworm-slim
ENV A=1 B=/data
COPY --from=build --chown=root:root /app /app
VOLUME /data /more
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=3s CMD ["node", "-e", "1"]
CMD ["node", "server.ts"]`;
  expect(parseStages(text)).toEqual([
    {
      base: 'node:24.0.0-bookworm-slim',
      name: 'build',
      steps: [
        { does: 'copy', from: null, owner: null, sources: ['a.json', 'b.json'], to: './' },
        { does: 'run', shell: 'one && two' },
      ],
    },
    {
      base: 'node:24.0.0-bookworm-slim',
      name: null,
      steps: [
        { does: 'env', values: { A: '1', B: '/data' } },
        { does: 'copy', from: 'build', owner: 'root:root', sources: ['/app'], to: '/app' },
        { does: 'volume', folders: ['/data', '/more'] },
        { does: 'expose', port: 3000 },
        { does: 'stopsignal', signal: 'SIGTERM' },
        { does: 'healthcheck', command: ['node', '-e', '1'], timeoutMs: 3000 },
        { does: 'cmd', command: ['node', 'server.ts'] },
      ],
    },
  ]);
});

test('rejects unsupported instructions by name', () => {
  const unsupported = [
    'ADD https://example.com/x /x',
    'ARG VERSION=1',
    'ENTRYPOINT ["node"]',
    'ONBUILD RUN x',
    'SHELL ["bash"]',
    'COPY --chmod=600 a /a',
    'COPY --link a /a',
    'COPY *.json ./',
    'COPY only',
    'RUN --mount=type=cache npm ci',
    'RUN ["npm", "ci"]',
    'ENV NAME value',
    'ENV NAME="a b"',
    'ENV NAME=$OTHER',
    'EXPOSE 80/udp',
    'CMD node server.ts',
    'CMD ["node", 1]',
    'HEALTHCHECK NONE',
    'HEALTHCHECK --start-interval=1s CMD ["true"]',
    'workdir /app',
  ];
  for (const line of unsupported) {
    expect(() => parseSteps(line), line).toThrow(DockerfileError);
    expect(() => parseSteps(line), line).toThrow(line);
  }
  expect(() => parseStages('RUN true')).toThrow('comes before FROM');
  expect(() => parseStages('FROM --platform=linux/arm64 node:24')).toThrow(DockerfileError);
});

test('parses our own Dockerfile', () => {
  const [build, last] = parseStages(readFileSync('deploy/Dockerfile', 'utf8'));
  expect(build?.name).toBe('build');
  expect(last?.steps.at(-1)?.does).toBe('cmd');
});

test('applies .dockerignore patterns to files and everything below them', () => {
  const isIgnored = parseIgnoreFile('# Ours.\n.git\n/logs/\n.env*\ndeploy/.env\n**/*.test.ts\n\n');
  const ignored = [
    '.git',
    '.git/config',
    'logs/a',
    '.env',
    '.env.local',
    'deploy/.env',
    'a.test.ts',
    'server/db/a.test.ts',
  ];
  for (const file of ignored) expect([file, isIgnored(file)]).toEqual([file, true]);
  for (const file of ['', '.gitignore', 'server/.git', 'server/logs/a', 'deploy/Caddyfile', 'a.test.tsx'])
    expect([file, isIgnored(file)]).toEqual([file, false]);
  expect(() => parseIgnoreFile('.env*\n!.env.example')).toThrow('!.env.example');
});
