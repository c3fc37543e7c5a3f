import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';

import { expect, test } from 'vitest';

import { createFolder, KEY, runCli, serveResponses } from './testing/run-cli.ts';

const CONTENT = Buffer.from('A glaze for cone 6');
const SHA256 = createHash('sha256').update(CONTENT).digest('hex');
const PAGE = '3f0a6f1e-6a43-4c1c-8f1e-0d9a2b7c4e11';
const EMPTY_DELIVERY = { afterPayment: 'message', redirectUrl: '', signRedirect: false, items: [] };

const refuse = (status: number, code: string) => Response.json({ error: { code, message: code } }, { status });

type Options = {
  /** Requests with bytes that lose their connection after the server has got half of the bytes. */
  lostConnections?: number;
  /** Changes of the draft that others make before the command does. */
  conflicts?: number;
};

/** An API with one page, which stores what is uploaded. */
async function openFileApi({ lostConnections = 0, conflicts = 0 }: Options = {}) {
  const state = {
    received: Buffer.alloc(0),
    uploads: [] as unknown[],
    sha256: null as string | null,
    draft: { revision: 1, config: { delivery: EMPTY_DELIVERY as { items: { id: string }[] } } },
  };
  let [lost, changed] = [0, 0];
  const upload = () => ({ id: 'u1', bytes: CONTENT.length, received: state.received.length });
  const append = async (request: Request): Promise<Response> => {
    if (Number(request.headers.get('upload-offset')) !== state.received.length)
      return refuse(409, 'upload_offset_mismatch');
    const bytes = Buffer.from(await request.arrayBuffer());
    const isLost = lost < lostConnections;
    lost += 1;
    state.received = Buffer.concat([state.received, isLost ? bytes.subarray(0, bytes.length / 2) : bytes]);
    return isLost ? new Response('Bad gateway', { status: 500 }) : Response.json(upload());
  };
  const changeDraft = async (request: Request): Promise<Response> => {
    const { baseRevision, config } = (await request.json()) as {
      baseRevision: number;
      config: typeof state.draft.config;
    };
    if (changed < conflicts) state.draft.revision += 1;
    changed += 1;
    if (baseRevision !== state.draft.revision) return refuse(409, 'revision_conflict');
    state.draft = { revision: baseRevision + 1, config };
    return Response.json(state.draft);
  };
  const routes: Record<string, (request: Request) => Response | Promise<Response>> = {
    'POST /files': async (request) => {
      state.uploads.push(await request.json());
      return Response.json(upload());
    },
    'PATCH /files/u1': append,
    'GET /files/u1': () => Response.json(upload()),
    'POST /files/u1/finish': async (request) => {
      state.sha256 = ((await request.json()) as { sha256: string }).sha256;
      return Response.json({ id: 'd1', name: 'guide.pdf', file: { sha256: state.sha256 } });
    },
    [`GET /pages/${PAGE}/draft`]: () => Response.json(state.draft),
    [`PATCH /pages/${PAGE}/draft`]: changeDraft,
  };
  const url = await serveResponses((request) => {
    const { pathname } = new URL(request.url);
    return routes[`${request.method} ${pathname.replace('/api/v1', '')}`]?.(request) ?? refuse(404, 'not_found');
  });
  const home = await createFolder();
  const file = path.join(home, 'guide.pdf');
  await writeFile(file, CONTENT);
  const env = { HOME: home, TILLWRIGHT_URL: url, TILLWRIGHT_KEY: KEY };
  return { state, home, file, push: (...args: string[]) => runCli(['files', 'push', ...args], env) };
}

test('uploads a file and adds it to the draft, although connections are lost and others change the draft', async () => {
  const { state, file, push } = await openFileApi({ lostConnections: 2, conflicts: 1 });
  expect(await push(file, '--page', PAGE)).toMatchObject({ code: 0, out: expect.stringContaining('deliverable d1') });
  expect(state.uploads).toEqual([{ pageId: PAGE, fileName: 'guide.pdf', bytes: CONTENT.length }]);
  expect([state.received, state.sha256]).toEqual([CONTENT, SHA256]);
  expect(state.draft.config.delivery).toEqual({ ...EMPTY_DELIVERY, items: [{ id: 'd1', offeredWith: null }] });
});

test('uploads a new version of a file without changing the draft', async () => {
  const { state, file, push } = await openFileApi();
  expect((await push(file, '--page', PAGE, '--deliverable', 'd1')).out).toContain('new version');
  expect(state.uploads).toMatchObject([{ deliverableId: 'd1' }]);
  expect(state.draft.revision).toBe(1);
});

test('refuses what is not a file, and an empty one, without a request', async () => {
  const { state, home, push } = await openFileApi();
  const empty = path.join(home, 'empty.pdf');
  await writeFile(empty, '');
  for (const [name, words] of [
    [empty, 'is empty'],
    [home, 'is not a file'],
    [path.join(home, 'none.pdf'), 'ENOENT'],
  ] as const)
    expect(await push(name, '--page', PAGE)).toMatchObject({ code: 2, err: expect.stringContaining(words) });
  expect((await push(empty)).err).toContain('--page');
  expect(state.uploads).toEqual([]);
});
