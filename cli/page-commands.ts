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
import { sanitizeText, toJsonText, write } from './output.ts';
import { assertContents, type DeliveryOfFile, exportContents, importContents } from './page-contents.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
const isId = (text: string): boolean => UUID.test(text);

function assertPageId(text: string): void {
  if (!isId(text)) throw usageFault(`${text} is not a page ID.`, 'To list pages, run: tillwright pages list');
}

async function exportPage({ args: [id = ''], options, connect }: Call): Promise<Output | null> {
  assertPageId(id);
  const connection = await connect();
  const file = await connection.client.pages.file.get(id);
  const folder = getText(options, 'with-files');
  if (folder !== undefined) await exportContents(connection, { pageId: id, pageFile: file as DeliveryOfFile, folder });
  const content = `${toJsonText(file)}\n`;
  const output = getText(options, 'output') ?? '-';
  if (output !== '-')
    return { value: { pageId: id, file: await saveFile(output, content) }, text: `Saved to ${output}` };
  await write(content);
  return null;
}

type PageFile = Body<'pages.import'>;

/** `missingProducts`: names of products of a bundle that are none of the seller's pages. */
type ImportedPage = { id: string; missingProducts?: readonly string[] };

/** Imports a file as a new page, or into the draft of an existing page. */
async function importFile(connection: Connection, file: PageFile, options: OptionValues): Promise<ImportedPage> {
  const { client } = connection;
  const folder = getText(options, 'with-files');
  const pageId = getText(options, 'page');
  const idempotencyKey = getText(options, 'idempotency-key');
  const requestOptions = idempotencyKey ? { idempotencyKey } : {};
  const page: ImportedPage = pageId
    ? await client.pages.file.replace(pageId, file, requestOptions)
    : await client.pages.import(file, requestOptions);
  if (folder !== undefined)
    await importContents(connection, { pageId: page.id, pageFile: file as DeliveryOfFile, folder });
  return page;
}

const describeMissing = (names: readonly string[]): string =>
  `Not among your pages, so not part of the bundle: ${names.map((name) => `“${sanitizeText(name)}”`).join(', ')}`;

/** Reads a page file and checks that `--with-files` has the files that it names. */
async function readPageFile(name: string, options: OptionValues): Promise<PageFile> {
  const file = (await readJson(name === '-' ? '-' : `@${name}`, name)) as PageFile;
  const folder = getText(options, 'with-files');
  if (folder !== undefined) await assertContents(file as DeliveryOfFile, folder);
  return file;
}

async function importPage({ args: [name = ''], options, connect }: Call): Promise<Output> {
  const page = getText(options, 'page');
  if (page !== undefined) assertPageId(page);
  const file = await readPageFile(name, options);
  const { id: pageId, missingProducts = [] } = await importFile(await connect(), file, options);
  const text = page ? `Replaced the draft of page ${pageId}` : `Created page ${pageId} as a draft`;
  const note = missingProducts.length > 0 ? `\n${describeMissing(missingProducts)}` : '';
  return { value: { pageId, missingProducts }, text: text + note };
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
  for (const option of ['page', 'with-files'])
    if (!isFromFile && options[option]) throw usageFault(`--${option} can only be used with a file.`);
  const file = isFromFile ? await readPageFile(name, options) : null;
  const connection = await connect();
  const { id: pageId, missingProducts = [] }: ImportedPage = file
    ? await importFile(connection, file, options)
    : { id: name };
  // The hint keeps the user from creating another page by trying again.
  const hint = `The file was imported into the draft. To publish it, run: tillwright pages publish ${pageId}`;
  if (missingProducts.length > 0) throw new Fault(1, describeMissing(missingProducts), [hint]);
  const slug = await findSlug(connection, options);
  const body = slug === null ? {} : { slug };
  try {
    const page = await connection.client.pages.publish(pageId, body);
    return { value: page, text: `Version ${page.version} is live: ${page.url}` };
  } catch (error) {
    if (isFromFile && error instanceof Error) throw new Fault(1, error.message, [hint]);
    throw error;
  }
}

const IMPORT_OPTIONS = {
  page: { value: 'ID', description: 'Replace this page’s draft' },
  'with-files': { value: 'FOLDER', description: 'Upload the files that the page delivers from this folder' },
};

/** Commands about page files, which use several operations or the file system. */
export const PAGE_COMMANDS: readonly Command[] = [
  {
    name: 'pages export',
    summary: 'Export the draft of a page to a file, including its images',
    args: ['PAGE_ID'],
    options: {
      output: { value: 'FILE', description: 'File to write (default: standard output)', short: 'o' },
      'with-files': { value: 'FOLDER', description: 'Download the files that the page delivers to this folder' },
    },
    examples: [
      'tillwright pages export PAGE_ID -o page.json',
      'tillwright pages export PAGE_ID -o page.json --with-files page-files',
    ],
    run: exportPage,
  },
  {
    name: 'pages import',
    summary: 'Create a page from a file, or replace the draft of a page; use - for standard input',
    args: ['FILE'],
    options: { ...IMPORT_OPTIONS, ...WRITE_OPTIONS },
    examples: ['tillwright pages import page.json', 'tillwright pages import page.json --page PAGE_ID'],
    run: importPage,
  },
  {
    name: 'pages publish',
    summary: 'Publish the draft of a page, or a file',
    args: ['PAGE_ID|FILE'],
    options: {
      ...IMPORT_OPTIONS,
      slug: {
        value: 'SLUG',
        description: 'Last part of the page’s URL (default: the page’s current slug, or the draft’s)',
      },
    },
    examples: ['tillwright pages publish PAGE_ID', 'tillwright pages publish page.json --slug throwing-taller'],
    run: publish,
  },
];
