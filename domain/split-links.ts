import { parseSafeUrl } from './text.ts';

type TextPart = { text: string; url: string | null };

const URL_PATTERN = /https?:\/\/[^\s<>"]+/gi;
/** Ends a sentence and not a URL. */
const FINAL_PUNCTUATION = /[.,;:!?)\]}'’”]+$/;

/** Splits a plain text into its URLs and the text between them. */
export function splitLinks(text: string): TextPart[] {
  const parts: TextPart[] = [];
  let end = 0;
  const addText = (until: number) => {
    if (until > end) parts.push({ text: text.slice(end, until), url: null });
  };
  for (const { 0: match, index } of text.matchAll(URL_PATTERN)) {
    const link = match.replace(FINAL_PUNCTUATION, '');
    const url = parseSafeUrl(link);
    if (!url) continue;
    addText(index);
    parts.push({ text: link, url });
    end = index + link.length;
  }
  addText(text.length);
  return parts;
}
