import { X } from 'lucide-react';
import { useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { Select, type SelectOption } from '#app/components/select.tsx';
import { safeLocalStorage } from '#app/components/utils/safe-storage.ts';
import { builderShareMessages } from '#content/messages/builder-share.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { isRecord } from '#domain/is-record.ts';
import { BASE_OPTION } from '#domain/offer.ts';
import { MAX_UTM_LENGTH, UTM_KEYS, type Campaign, type ShareOptions, normalizeUtmValue } from '#domain/share-link.ts';

import { FormTextField } from '../fields/builder-text-field.tsx';
import type { ShareTabProps } from './share-dialog.tsx';

const messages = builderShareMessages.link;
const STORAGE_KEY = 'tillwright-campaigns';
const MAX_CAMPAIGNS = 8;

/** Presets for common channels. */
const CAMPAIGN_STARTERS: readonly Campaign[] = [
  { source: 'newsletter', medium: 'email' },
  { source: 'instagram', medium: 'social' },
  { source: 'poster', medium: 'qr' },
];

/** Formats a campaign as `newsletter / email / spring-sale`; empty if no value is set. */
const getCampaignName = (campaign: Campaign): string =>
  UTM_KEYS.map((key) => normalizeUtmValue(campaign[key] ?? ''))
    .filter(Boolean)
    .join(' / ');

const isCampaign = (value: unknown): value is Campaign =>
  isRecord(value) &&
  Object.entries(value).every(([key, text]) => UTM_KEYS.some((utmKey) => utmKey === key) && typeof text === 'string');

/** Reads the campaigns stored in this browser, newest first. */
function readCampaigns(): Campaign[] {
  try {
    const stored: unknown = JSON.parse(safeLocalStorage.read(STORAGE_KEY) ?? '[]');
    return Array.isArray(stored) ? stored.filter(isCampaign).slice(0, MAX_CAMPAIGNS) : [];
  } catch {
    return [];
  }
}

type ShareLinkFormProps = ShareTabProps & { onLinkOptionsChange: (linkOptions: ShareOptions) => void };

/** Lists the coupon codes that buyers can use on the published page. */
const listCoupons = (config: CheckoutPageConfig | null): SelectOption[] =>
  config?.enableCoupon && !config.payWhatYouWant.enabled
    ? config.validCoupons.filter(({ paused }) => !paused).map(({ code }) => ({ value: code, label: code }))
    : [];

const listPriceOptions = (config: CheckoutPageConfig | null): SelectOption[] =>
  config && config.priceOptions.others.length > 0
    ? [
        { value: BASE_OPTION, label: config.priceOptions.baseName || messages.price.firstOption },
        ...config.priceOptions.others.map(({ id, name, price }) => ({ value: id, label: name || price })),
      ]
    : [];

type CampaignPresetsProps = { campaign: Campaign; onPick: (campaign: Campaign) => void };

/** Campaigns stored in this browser and presets. */
function CampaignPresets({ campaign, onPick }: CampaignPresetsProps) {
  const [savedCampaigns, setSavedCampaigns] = useState(readCampaigns);
  const name = getCampaignName(campaign);
  const isSaved = savedCampaigns.some((saved) => getCampaignName(saved) === name);
  /** Reads them again, because another tab may have changed them. */
  const listOthers = () => readCampaigns().filter((saved) => getCampaignName(saved) !== name);
  const save = (campaigns: Campaign[]) => {
    safeLocalStorage.write(STORAGE_KEY, JSON.stringify(campaigns));
    setSavedCampaigns(campaigns);
  };
  return (
    <div className="campaign-presets" role="group" aria-label={messages.campaign.presets}>
      {[...savedCampaigns, ...CAMPAIGN_STARTERS].map((preset) => (
        <button
          key={getCampaignName(preset)}
          type="button"
          className="chip"
          aria-pressed={getCampaignName(preset) === name}
          onClick={() => onPick(preset)}
        >
          {getCampaignName(preset)}
        </button>
      ))}
      {name && !isSaved && (
        <Button size="sm" onClick={() => save([campaign, ...listOthers()].slice(0, MAX_CAMPAIGNS))}>
          {messages.campaign.save}
        </Button>
      )}
      {isSaved && (
        <Button Icon={X} size="sm" variant="bare" onClick={() => save(listOthers())}>
          {messages.campaign.delete}
        </Button>
      )}
    </div>
  );
}

export function ShareLinkForm({ config, linkOptions, onLinkOptionsChange }: ShareLinkFormProps) {
  const { coupon = null, optionId = null, campaign = {} } = linkOptions;
  const coupons = listCoupons(config);
  const priceOptions = listPriceOptions(config);
  const change = (changes: Partial<ShareOptions>) => onLinkOptionsChange({ ...linkOptions, ...changes });
  return (
    <div className="share-dialog__form">
      {coupons.length > 0 && (
        <Select
          label={messages.coupon.label}
          hint={messages.coupon.hint}
          value={coupon ?? ''}
          options={[{ value: '', label: messages.coupon.none }, ...coupons]}
          onChange={(code) => change({ coupon: code || null })}
        />
      )}
      {priceOptions.length > 0 && (
        <Select
          label={messages.price.label}
          hint={messages.price.hint}
          value={optionId ?? BASE_OPTION}
          options={priceOptions}
          onChange={(id) => change({ optionId: id })}
        />
      )}
      <fieldset className="campaign-fields">
        <legend>{messages.campaign.title}</legend>
        <p className="muted small">{messages.campaign.description}</p>
        <CampaignPresets campaign={campaign} onPick={(picked) => change({ campaign: picked })} />
        <div className="campaign-fields__grid">
          {UTM_KEYS.map((key) => (
            <FormTextField
              key={key}
              {...messages.utm[key]}
              name={`utm_${key}`}
              maxLength={MAX_UTM_LENGTH}
              autoComplete="off"
              spellCheck={false}
              value={campaign[key] ?? ''}
              onValueChange={(text) => change({ campaign: { ...campaign, [key]: text } })}
            />
          ))}
        </div>
      </fieldset>
    </div>
  );
}
