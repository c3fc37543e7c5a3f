import type { PublicCheckoutConfig } from '#domain/checkout-page.ts';
import { DEFAULT_LANGUAGE } from '#domain/page-language.ts';

type WithLanguage = Pick<PublicCheckoutConfig, 'language'>;

/** `lang` of the seller's texts; undefined on English pages. */
export const getSellerLang = ({ language }: WithLanguage): string | undefined =>
  language === DEFAULT_LANGUAGE ? undefined : language;

/** `lang` of the interface's own texts on a page in another language; undefined on English pages. */
export const getInterfaceLang = ({ language }: WithLanguage): string | undefined =>
  language === DEFAULT_LANGUAGE ? undefined : DEFAULT_LANGUAGE;
