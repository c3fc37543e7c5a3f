/** Language of the interface's texts on checkout pages, and the default of the seller's texts. */
export const DEFAULT_LANGUAGE = 'en';

/** BCP 47 tags of the languages that sellers can choose for their texts. */
export const PAGE_LANGUAGES = [
  DEFAULT_LANGUAGE,
  'ar',
  'bg',
  'bn',
  'ca',
  'cs',
  'da',
  'de',
  'el',
  'es',
  'et',
  'fa',
  'fi',
  'fil',
  'fr',
  'he',
  'hi',
  'hr',
  'hu',
  'id',
  'is',
  'it',
  'ja',
  'ko',
  'lt',
  'lv',
  'ms',
  'nb',
  'nl',
  'pl',
  'pt',
  'pt-BR',
  'ro',
  'ru',
  'sk',
  'sl',
  'sr',
  'sv',
  'th',
  'tr',
  'uk',
  'vi',
  'zh-Hans',
  'zh-Hant',
] as const;

export type PageLanguage = (typeof PAGE_LANGUAGES)[number];

/** English name of a language: `Brazilian Portuguese` for `pt-BR`. */
export const getLanguageName = (language: PageLanguage): string =>
  new Intl.DisplayNames('en', { type: 'language' }).of(language) ?? language;

/** Letters beyond ASCII of languages in Latin script, in lower case. */
const LETTERS: Partial<Record<string, string>> = {
  ca: 'àçèéíïòóúü·',
  cs: 'áčďéěíňóřšťúůýž',
  da: 'æøåé',
  de: 'äöüß',
  es: 'áéíñóúü¡¿',
  et: 'äõöüšž',
  fi: 'äöåšž',
  fil: 'ñáéíóú',
  fr: 'àâæçéèêëîïôœùûüÿ«»',
  hr: 'čćđšž',
  hu: 'áéíóöőúüű',
  is: 'áðéíóúýþæö',
  it: 'àèéìíòóùú',
  lt: 'ąčęėįšųūž',
  lv: 'āčēģīķļņšūž',
  nb: 'æøåéòóô',
  nl: 'áéëèïóöüĳ',
  pl: 'ąćęłńóśźż',
  pt: 'áàâãçéêíóôõúü',
  ro: 'ăâîșşțţ',
  sk: 'áäčďéíĺľňóôŕšťúýž',
  sl: 'čšžćđ',
  sv: 'åäöé',
  tr: 'çğıİöşü',
};

/** Letters beyond ASCII that people write in a language, in both cases; empty for ASCII and for other scripts. */
export function getLanguageLetters(language: string): string {
  const letters = LETTERS[language.split('-')[0] ?? ''] ?? '';
  // The capital of ß is SS.
  return letters + letters.replace('ß', '').toLocaleUpperCase(language);
}
