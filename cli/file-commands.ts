import path from 'node:path';

import { ApiError } from '../packages/sdk/src/errors.ts';
import type { Requester } from '../packages/sdk/src/request.ts';
import { type Call, type Command, getRequired, getText, type Output } from './command.ts';
import { uploadFile } from './uploads.ts';

type Delivery = { items: readonly { id: string; offeredWith: readonly string[] | null }[] };
type Draft = { revision: number; config: { delivery: Delivery } };

/** How often the change of a draft is repeated after others have changed it. */
const MAX_CONFLICTS = 3;

/** Makes the draft of a page deliver something with every price, unless it names it already. */
async function addToDraft(request: Requester, pageId: string, deliverableId: string): Promise<void> {
  const draftPath = `/pages/${encodeURIComponent(pageId)}/draft`;
  for (let conflicts = 0; ;) {
    const { revision, config } = await request<Draft>('GET', draftPath);
    const { delivery } = config;
    if (delivery.items.some(({ id }) => id === deliverableId)) return;
    const items = [...delivery.items, { id: deliverableId, offeredWith: null }];
    const body = { config: { delivery: { ...delivery, items } }, baseRevision: revision };
    try {
      await request('PATCH', draftPath, { body });
      return;
    } catch (error) {
      conflicts += 1;
      const isConflict = error instanceof ApiError && error.code === 'revision_conflict';
      if (!isConflict || conflicts > MAX_CONFLICTS) throw error;
    }
  }
}

async function pushFile({ args: [file = ''], options, connect }: Call): Promise<Output> {
  const pageId = getRequired(options, 'page');
  const deliverableId = getText(options, 'deliverable');
  const { client } = await connect();
  const target = { pageId, deliverableId, fileName: path.basename(file) };
  const value = await uploadFile(client.request, file, target);
  if (deliverableId !== undefined)
    return { value, text: `Uploaded a new version of “${value.name}”, which buyers get from now on` };
  await addToDraft(client.request, pageId, value.id);
  const text = `Uploaded “${value.name}” as deliverable ${value.id} and added it to the draft\nTo publish it, run: tillwright pages publish ${pageId}`;
  return { value, text };
}

/** Commands that send files. */
export const FILE_COMMANDS: readonly Command[] = [
  {
    name: 'files push',
    summary: 'Upload a file that a page delivers',
    details:
      'Adds the file to the draft of the page, for every price. With --deliverable, it becomes a new version of a file, and buyers who have access get it as well.',
    args: ['FILE'],
    options: {
      page: { value: 'ID', description: 'Page that delivers the file (required)' },
      deliverable: { value: 'ID', description: 'Deliverable that gets a new version' },
    },
    examples: [
      'tillwright files push guide.pdf --page PAGE_ID',
      'tillwright files push guide.pdf --page PAGE_ID --deliverable DELIVERABLE_ID',
    ],
    run: pushFile,
  },
];
