import * as checkoutScriptMessages from '#content/messages/checkout-script.ts';
import { paymentResultMessages } from '#content/messages/payment-result.ts';
import type { FontTexts } from '#domain/fonts.ts';
import { getLanguageLetters } from '#domain/page-language.ts';

type Role = keyof FontTexts;

/** An open element: its tag, classes and the font of its text. */
type OpenElement = { tag: string; classes: readonly string[]; parentTag: string; role: Role };

/** A tag with its attributes, or a text. React escapes `<` and `>` in both. */
const TAG_OR_TEXT = /<(\/?)([a-z][a-z0-9]*)([^>]*)>|([^<]+)/g;
const CLASSES = / class="([^"]*)"/;
const LANGUAGE = / lang="([^"]*)"/g;
const VOID_TAGS = /^(area|base|br|col|embed|hr|img|input|link|meta|source|track|wbr)$/;

/** Elements that the stylesheets of checkout pages show in the heading font, in bold and in neither. */
const HEADING = /^(h[1-3]|co-name|co-price|co-amounts legend|div co-own label)$/;
const BOLD =
  /^(b|legend|l|co-2nd|co-pay|co-who|co-saves|co-chip|co-left|co-f label|co-count p|co-words p|co-plan-price span|co-bar span)$/;
const REGULAR = /^(del|small|co-opt|co-choice|co-when|co-terms label|co-clock span)$/;

const ASCII = Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('');
/** Typographic characters of the interface's texts and currency signs. */
const TYPOGRAPHY = '\u00a0‘’“”–—…·×−¢£¥€';
/** What prices and countdowns consist of, whatever the discount. */
const PRICE_CHARACTERS = ' \u00a00123456789.,-·';

/** Characters that these fonts can show later without a new document, and on the page after payment. */
const LATER_TEXTS: FontTexts = {
  heading: PRICE_CHARACTERS + paymentResultMessages.states.paid.title,
  bold:
    PRICE_CHARACTERS +
    checkoutScriptMessages.processing +
    checkoutScriptMessages.invalidCoupon.title +
    checkoutScriptMessages.termsRequired.title +
    checkoutScriptMessages.checkoutFailed +
    paymentResultMessages.receipt.paid +
    paymentResultMessages.purchases,
  regular: ASCII + TYPOGRAPHY,
};

/**
 * Reads the characters that rendered checkout pages can show, by the font that shows them. Regular text also covers what
 * buyers type in the languages of the page. A character that is missing here comes from the full font file.
 */
export function readFontTexts(documents: readonly string[]): FontTexts {
  const texts = { ...LATER_TEXTS };
  for (const html of documents) {
    for (const { role, text } of listTexts(html)) texts[role] += text;
    // Attributes are placeholders, titles and values of fields.
    texts.regular += html.replaceAll(/[\0-\x7f]/g, '');
    for (const [, language = ''] of html.matchAll(LANGUAGE)) texts.regular += getLanguageLetters(language);
  }
  const unique = (text: string) => [...new Set(text)].sort().join('');
  return { heading: unique(texts.heading), bold: unique(texts.bold), regular: unique(texts.regular) };
}

const getBody = (html: string): string => html.slice(Math.max(0, html.indexOf('<body')));

/** Lists the texts of a document's body. */
function* listTexts(html: string): Generator<{ role: Role; text: string }> {
  const open: OpenElement[] = [];
  for (const [, slash, tag = '', attributes = '', text] of getBody(html).matchAll(TAG_OR_TEXT)) {
    const parent = open.at(-1) ?? { tag: '', classes: [], parentTag: '', role: 'regular' };
    if (text !== undefined) yield { role: parent.role, text: decodeEntities(text) };
    else if (slash) open.pop();
    else if (!VOID_TAGS.test(tag)) open.push(openElement(tag, attributes, parent));
  }
}

function openElement(tag: string, attributes: string, parent: OpenElement): OpenElement {
  const classes = CLASSES.exec(attributes)?.[1]?.split(' ') ?? [];
  const children = parent.classes.map((name) => `${name} ${tag}`);
  const names = [tag, ...classes, ...children, ...children.map((child) => `${parent.parentTag} ${child}`)];
  const isA = (pattern: RegExp) => names.some((name) => pattern.test(name));
  const role = isA(HEADING) ? 'heading' : isA(REGULAR) ? 'regular' : isA(BOLD) ? 'bold' : parent.role;
  return { tag, classes, parentTag: parent.tag, role };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#x27': "'" };

const decodeEntities = (text: string): string =>
  text.replaceAll(/&(#?\w+);/g, (entity, name: string) => ENTITIES[name] ?? entity);
