import { randomUUID } from 'node:crypto';
import { rename, rm, stat, writeFile } from 'node:fs/promises';

import { usageFault } from './errors.mjs';
import { idOf, isId, LISTS, mostOf, readPageFile, WRITES } from './options.mjs';
import { jsonText, write } from './output.mjs';

const COLUMNS = [
  ['ID', ({ id }) => id],
  ['NAME', ({ name }) => name || 'Untitled'],
  ['STATE', ({ state, archived }) => (archived ? 'archived' : state)],
  ['PRICE', ({ priceText }) => priceText],
  ['SALES', ({ sales }) => sales.count],
  ['ADDRESS', ({ domainUrl, url }) => domainUrl ?? url],
];

const list = ({ client, options }) => ({
  rows: client.list('/pages', {}, mostOf(options)),
  columns: COLUMNS,
  empty: 'There are no pages yet.',
});

async function exportPage({ client, options, args: [id] }) {
  const file = await client.get(`/pages/${idOf(id, 'page')}/file`);
  const text = `${jsonText(file)}\n`;
  const to = options.output ?? '-';
  if (to === '-') return write(text);
  await writeWhole(to, text);
  return { value: { pageId: id, file: to }, text: `Written to ${to}` };
}

/** Writes a file atomically: an existing file stays until the new one is complete. */
async function writeWhole(name, text) {
  const beside = `${name}.${randomUUID()}.part`;
  try {
    await writeFile(beside, text, { flag: 'wx' });
    await rename(beside, name);
  } catch (error) {
    await rm(beside, { force: true });
    throw usageFault(`${name} could not be written (${error.code ?? error.message}).`);
  }
}

/** Imports a file into a new page or into the draft of an existing one. */
async function bring(client, name, page) {
  const file = await readPageFile(name);
  const { pageId } = page
    ? await client.write('PUT', `/pages/${idOf(page, 'page')}/file`, { file })
    : await client.write('POST', '/pages/import', { file });
  return pageId;
}

async function importPage({ client, options, args: [name] }) {
  const pageId = await bring(client, name, options.page);
  const text = options.page ? `The draft of ${pageId} is now what the file says` : `Draft ${pageId} made`;
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
  if (!fromFile && !isId(named)) throw usageFault(`${named} is neither the id of a page nor a file.`);
  if (!fromFile && options.page) throw usageFault('--page says which page a file goes into.');
  const pageId = fromFile ? await bring(client, named, options.page) : named;
  const slug = await slugOf(client, options, fromFile);
  const published = await client.write('POST', `/pages/${pageId}/publish`, slug).catch((error) => {
    // The hint keeps the user from creating another page by trying again.
    if (fromFile) error.hints?.push(`The file is in the draft of ${pageId}: tillwright pages publish ${pageId}`);
    throw error;
  });
  return { value: published, text: `Version ${published.version} is on sale: ${published.url}` };
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
    does: 'Write the draft of a page into a file, its images inside',
    args: ['ID'],
    options: { output: ['FILE', 'Where to; - or left out: standard output', 'o'] },
    run: exportPage,
  },
  {
    name: 'pages import',
    does: 'Make a page of a file, or replace the draft of one; - is standard input',
    args: ['FILE'],
    options: { page: ['ID', 'The page whose draft is replaced'], ...WRITES },
    run: importPage,
  },
  {
    name: 'pages publish',
    does: 'Put the draft of a page on sale, or a file',
    args: ['ID|FILE'],
    options: {
      slug: ['SLUG', 'The last part of its address; else the one that it has, or that its draft asks for'],
      page: ['ID', 'The page that the file goes into'],
    },
    run: publish,
  },
];
