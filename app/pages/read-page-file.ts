import { hasEnding, PAGE_FILE_ENDINGS } from '#domain/file-ending.ts';
import {
  MAX_PAGE_FILE_BYTES,
  PAGE_FILE_FORMAT,
  PAGE_FILE_VERSION,
  type PageFile,
} from '#domain/page-file.ts';

const NOT_OURS =
  'This file is not a page. Choose one that was exported here: its name ends in .tillwright.json.';

export type ReadFile = { file: PageFile } | { refusal: string };

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Client-side check of format and version; the server validates the rest. */
export function pageFileFrom(text: string): ReadFile {
  const file = parsed(text);
  if (!isRecord(file) || file.format !== PAGE_FILE_FORMAT) return { refusal: NOT_OURS };
  if (file.version !== PAGE_FILE_VERSION)
    return { refusal: 'This file comes from a newer version. Update this shop, then import it again.' };
  return { file: file as PageFile };
}

export async function readPageFile(chosen: File): Promise<ReadFile> {
  if (!hasEnding(chosen.name, PAGE_FILE_ENDINGS)) return { refusal: NOT_OURS };
  if (chosen.size > MAX_PAGE_FILE_BYTES)
    return {
      refusal: `This file is bigger than ${MAX_PAGE_FILE_BYTES / 1024 / 1024} MB. A page with both of its images is smaller.`,
    };
  try {
    return pageFileFrom(await chosen.text());
  } catch {
    return { refusal: 'Your browser could not read this file. Was it moved or deleted?' };
  }
}
