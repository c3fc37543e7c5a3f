import { hasExtension, PAGE_FILE_EXTENSIONS } from '#domain/file-extension.ts';
import { MAX_PAGE_FILE_BYTES, PAGE_FILE_FORMAT, PAGE_FILE_VERSION, type PageFile } from '#domain/page-file.ts';

const NOT_A_PAGE_FILE_ERROR =
  'This file is not a page. Choose one that was exported here: its name ends in .tillwright.json.';

export type PageFileResult = { file: PageFile } | { error: string };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Client-side check of format and version; the server validates the rest. */
export function parsePageFileText(text: string): PageFileResult {
  const file = parseJson(text);
  if (!isRecord(file) || file.format !== PAGE_FILE_FORMAT) return { error: NOT_A_PAGE_FILE_ERROR };
  if (file.version !== PAGE_FILE_VERSION)
    return { error: 'This file comes from a newer version. Update this shop, then import it again.' };
  return { file: file as PageFile };
}

export async function readPageFile(selectedFile: File): Promise<PageFileResult> {
  if (!hasExtension(selectedFile.name, PAGE_FILE_EXTENSIONS)) return { error: NOT_A_PAGE_FILE_ERROR };
  if (selectedFile.size > MAX_PAGE_FILE_BYTES)
    return {
      error: `This file is bigger than ${MAX_PAGE_FILE_BYTES / 1024 / 1024} MB. A page with both of its images is smaller.`,
    };
  try {
    return parsePageFileText(await selectedFile.text());
  } catch {
    return { error: 'Your browser could not read this file. Was it moved or deleted?' };
  }
}
