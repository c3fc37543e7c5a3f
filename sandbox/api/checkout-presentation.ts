import type { CallContext } from '../call.ts';
import { getAccount } from '../connected-accounts.ts';
import type { Objects } from '../objects.ts';
import { clearable, list, oneOf, required, shape, text, httpUrl, type Rule } from '../params.ts';
import { invalidParam } from '../problem.ts';

type Session = Objects['checkout.session'];

/** The values below are those of the `stripe` package for `API_VERSION`. */
const locales =
  'auto bg cs da de el en en-GB es es-419 et fi fil fr fr-CA hi-IN hr hu id it ja ko lt lv ms mt nb nl pl pt pt-BR ro ru sk sl sv th tr vi zh zh-HK zh-TW';

const fonts =
  'be_vietnam_pro bitter chakra_petch default hahmlet inconsolata inter lato lora m_plus_1_code montserrat noto_sans noto_sans_jp noto_serif nunito open_sans pridi pt_sans pt_serif raleway roboto roboto_slab source_sans_pro titillium_web ubuntu_mono zen_maru_gothic';

const methodTypes =
  'card acss_debit affirm afterpay_clearpay alipay alma amazon_pay au_becs_debit bacs_debit bancontact billie bizum blik boleto cashapp crypto customer_balance eps fpx giropay grabpay ideal kakao_pay klarna konbini kr_card mb_way mobilepay multibanco naver_pay nz_bank_account oxxo p24 pay_by_bank payco paynow paypal paypay payto pix promptpay revolut_pay samsung_pay satispay scalapay sepa_debit sequra sofort sunbit swish twint upi us_bank_account wechat_pay zip';

const colorRule: Rule<string | undefined> = (raw, param) => {
  const value = text()(raw, param);
  if (value !== undefined && !/^#(?:[\da-f]{3}|[\da-f]{6})$/i.test(value))
    throw invalidParam(`Invalid hex color: ${value}`, param);
  return value;
};

const image = shape({ type: required(oneOf('file', 'url')), file: text(), url: httpUrl });

export const locale = oneOf(...locales.split(' '));
export const allowedMethods = list(required(oneOf(...methodTypes.split(' '), 'link')));
export const excludedMethods = list(required(oneOf(...methodTypes.split(' '))));

export const brandingSettings = shape({
  background_color: clearable(colorRule),
  border_style: clearable(oneOf('pill', 'rectangular', 'rounded')),
  button_color: clearable(colorRule),
  display_name: text(),
  font_family: clearable(oneOf(...fonts.split(' '))),
  icon: image,
  logo: image,
});

export const EMPTY_INVOICE_DATA = {
  account_tax_ids: null,
  custom_fields: null,
  description: null,
  footer: null,
  issuer: null,
  metadata: null,
  rendering_options: null,
} satisfies NonNullable<Session['invoice_creation']>['invoice_data'];

/** Merges the given branding with the account's own branding. */
export const brandingOf = (
  call: CallContext,
  input: ReturnType<typeof brandingSettings>,
): Session['branding_settings'] => ({
  background_color: input?.background_color ?? '#ffffff',
  border_style: input?.border_style ?? 'rounded',
  button_color: input?.button_color ?? '#0074d4',
  display_name: input?.display_name ?? getAccount(call).business_profile?.name ?? '',
  font_family: input?.font_family ?? 'default',
  icon: input?.icon ?? null,
  logo: input?.logo ?? null,
});
