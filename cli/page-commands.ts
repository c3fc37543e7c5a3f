import { stat } from 'node:fs/promises';

import type { Body } from '../packages/sdk/src/types.ts';
import {
  type Call,
  type Command,
  type Connection,
  getText,
  type OptionValues,
  type Output,
  WRITE_OPTIONS,
} from './command.ts';
import { Fault, usageFault } from './errors.ts';
import { saveFile } from './files.ts';
import { readJson } from './option-values.ts';
import { toJsonText, write } from './output.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isId = (text: string): boolean => UUID.test(text);

function assertPageId(text: string): void {
  if (!isId(text)) throw usageFault(`${text} is not a page ID.`, 'To list pages, run: tillwright pages list');
}

async function exportPage({ args: [id = ''], options, connect }: Call): Promise<Output | null> {
  assertPageId(id);
  const { client } = await connect();
  const file = await client.pages.file.get(id);
  const content = `${toJsonText(file)}\n`;
  const output = getText(options, 'output') ?? '-';
  if (output !== '-')
    return { value: { pageId: id, file: await saveFile(output, content) }, text: `Saved to ${output}` };
  await write(content);
  return null;
}

type PageFile = Body<'pages.import'>;

/** Imports a file as a new page, or into the draft of an existing page. Returns the id of the page. */
async function importFile({ client }: Connection, file: PageFile, options: OptionValues): Promise<string> {
  const pageId = getText(options, 'page');
  const idempotencyKey = getText(options, 'idempotency-key');
  const requestOptions = idempotencyKey ? { idempotencyKey } : {};
  const page = pageId
    ? await client.pages.file.replace(pageId, file, requestOptions)
    : await client.pages.import(file, requestOptions);
  return page.id;
}

const readPageFile = async (name: string): Promise<PageFile> =>
  (await readJson(name === '-' ? '-' : `@${name}`, name)) as PageFile;

async function importPage({ args: [name = ''], options, connect }: Call): Promise<Output> {
  const page = getText(options, 'page');
  if (page !== undefined) assertPageId(page);
  const file = await readPageFile(name);
  const pageId = await importFile(await connect(), file, options);
  const text = page ? `Replaced the draft of page ${pageId}` : `Created page ${pageId} as a draft`;
  return { value: { pageId }, text };
}

const isFile = (name: string): Promise<boolean> =>
  stat(name).then(
    (found) => !found.isDirectory(),
    () => false,
  );

/** A page file contains no slug: a page that is updated from a file keeps its own. */
async function findSlug({ client }: Connection, options: OptionValues): Promise<string | null> {
  const slug = getText(options, 'slug');
  const page = getText(options, 'page');
  if (slug !== undefined || page === undefined) return slug ?? null;
  return (await client.pages.get(page)).slug;
}

async function publish({ args: [name = ''], options, connect }: Call): Promise<Output> {
  const isFromFile = name === '-' || (!isId(name) && (await isFile(name)));
  if (!isFromFile && !isId(name)) throw usageFault(`${name} is neither a page ID nor a file.`);
  if (!isFromFile && options.page) throw usageFault('--page can only be used with a file.');
  const file = isFromFile ? await readPageFile(name) : null;
  const connection = await connect();
  const pageId = file ? await importFile(connection, file, options) : name;
  const slug = await findSlug(connection, options);
  const body = slug === null ? {} : { slug };
  try {
    const page = await connection.client.pages.publish(pageId, body);
    return { value: page, text: `Version ${page.version} is live: ${page.url}` };
  } catch (error) {
    // The hint keeps the user from creating another page by trying again.
    const hint = `The file was imported into the draft. To publish it, run: tillwright pages publish ${pageId}`;
    if (isFromFile && error instanceof Error) throw new Fault(1, error.message, [hint]);
    throw error;
  }
}

const PAGE_OPTION = { page: { value: 'ID', description: 'Replace this page’s draft' } };

/** Commands about page files, which use several operations or the file system. */
export const PAGE_COMMANDS: readonly Command[] = [
  {
    name: 'pages export',
    summary: 'Export the draft of a page to a file, including its images',
    args: ['PAGE_ID'],
    options: { output: { value: 'FILE', description: 'File to write (default: standard output)', short: 'o' } },
    examples: ['tillwright pages export PAGE_ID -o page.json'],
    run: exportPage,
  },
  {
    name: 'pages import',
    summary: 'Create a page from a file, or replace the draft of a page; use - for standard input',
    args: ['FILE'],
    options: { ...PAGE_OPTION, ...WRITE_OPTIONS },
    examples: ['tillwright pages import page.json', 'tillwright pages import page.json --page PAGE_ID'],
    run: importPage,
  },
  {
    name: 'pages publish',
    summary: 'Publish the draft of a page, or a file',
    args: ['PAGE_ID|FILE'],
    options: {
      ...PAGE_OPTION,
      slug: {
        value: 'SLUG',
        description: 'Last part of the page’s URL (default: the page’s current slug, or the draft’s)',
      },
    },
    examples: ['tillwright pages publish PAGE_ID', 'tillwright pages publish page.json --slug throwing-taller'],
    run: publish,
  },
];
