import { randomUUID } from 'node:crypto';
import { rename, rm, stat, writeFile } from 'node:fs/promises';

import { usageFault } from './errors.mjs';
import { idOf, isId, LISTS, mostOf, readPageFile, WRITES } from './options.mjs';
import { jsonText, moneyText, write } from './output.mjs';

const COLUMNS = [
  ['ID', ({ id }) => id],
  ['NAME', ({ name, productName }) => name || productName || 'Untitled'],
  ['STATE', ({ state, archived }) => (archived ? 'archived' : state)],
  ['PRICE', ({ price, currency }) => (price === null ? '' : moneyText(price, currency))],
  ['URL', ({ domainUrl, url }) => domainUrl ?? url],
];

const list = ({ client, options }) => ({
  rows: client.list('/pages', {}, mostOf(options)),
  columns: COLUMNS,
  empty: 'No pages yet.',
});

async function exportPage({ client, options, args: [id] }) {
  const file = await client.get(`/pages/${idOf(id, 'page')}/file`);
  const text = `${jsonText(file)}\n`;
  const to = options.output ?? '-';
  if (to === '-') return write(text);
  await writeWhole(to, text);
  return { value: { pageId: id, file: to }, text: `Saved to ${to}` };
}

/** Writes a file atomically: an existing file stays until the new one is complete. */
async function writeWhole(name, text) {
  const beside = `${name}.${randomUUID()}.part`;
  try {
    await writeFile(beside, text, { flag: 'wx' });
    await rename(beside, name);
  } catch (error) {
    await rm(beside, { force: true });
    throw usageFault(`Could not write ${name} (${error.code ?? error.message}).`);
  }
}

/** Imports a file into a new page or into the draft of an existing one. */
async function bring(client, name, page) {
  const file = await readPageFile(name);
  const { id } = page
    ? await client.write('PUT', `/pages/${idOf(page, 'page')}/file`, file)
    : await client.write('POST', '/pages/import', file);
  return id;
}

async function importPage({ client, options, args: [name] }) {
  const pageId = await bring(client, name, options.page);
  const text = options.page ? `Replaced the draft of page ${pageId}` : `Created page ${pageId} as a draft`;
  return { value: { pageId }, text };
}

const isFile = (name) =>
  stat(name).then(
    (found) => !found.isDirectory(),
    () => false,
  );

/** A page file contains no slug: a page that is updated from a file keeps its own. */
async function slugOf(client, { slug, page }, fromFile) {
  if (slug !== undefined) return { slug };
  const { slug: own } = fromFile && page ? await client.get(`/pages/${page}`) : { slug: null };
  return own === null ? {} : { slug: own };
}

async function publish({ client, options, args: [named] }) {
  const fromFile = named === '-' || (!isId(named) && (await isFile(named)));
  if (!fromFile && !isId(named)) throw usageFault(`${named} is neither a page ID nor a file.`);
  if (!fromFile && options.page) throw usageFault('--page can only be used with a file.');
  const pageId = fromFile ? await bring(client, named, options.page) : named;
  const slug = await slugOf(client, options, fromFile);
  const published = await client.write('POST', `/pages/${pageId}/publish`, slug).catch((error) => {
    // The hint keeps the user from creating another page by trying again.
    if (fromFile)
      error.hints?.push(`The file was imported into the draft. To publish it, run: tillwright pages publish ${pageId}`);
    throw error;
  });
  return { value: published, text: `Version ${published.version} is live: ${published.url}` };
}

export const PAGES = [
  {
    name: 'pages list',
    does: 'List your pages',
    args: [],
    options: LISTS,
    run: list,
  },
  {
    name: 'pages export',
    does: 'Export the draft of a page to a file, including its images',
    args: ['ID'],
    options: { output: ['FILE', 'Output file (default: standard output)', 'o'] },
    run: exportPage,
  },
  {
    name: 'pages import',
    does: 'Create a page from a file, or replace a page’s draft; use - for standard input',
    args: ['FILE'],
    options: { page: ['ID', 'Page whose draft is replaced'], ...WRITES },
    run: importPage,
  },
  {
    name: 'pages publish',
    does: 'Publish the draft of a page, or a file',
    args: ['ID|FILE'],
    options: {
      slug: ['SLUG', 'Last part of the page’s URL (default: the current one, or the one in the draft)'],
      page: ['ID', 'Page to publish the file to'],
    },
    run: publish,
  },
];
