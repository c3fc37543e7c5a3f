import { X } from 'lucide-react';
import { useState } from 'react';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { BASE_OPTION } from '#domain/offer.ts';
import { MAX_UTM_LENGTH, UTM_KEYS, type Campaign, type ShareOptions, type UtmKey } from '#domain/share-link.ts';

import { Field } from '#app/ui/field.tsx';
import { Button } from '#app/ui/key.tsx';

import { CAMPAIGN_STARTERS, getCampaignName, removeCampaign, addCampaign, readCampaigns } from './kept-campaigns.ts';
import type { ShareTabProps } from './share-dialog.tsx';

type ShareLinkFormProps = ShareTabProps & { onLinkOptionsChange: (linkOptions: ShareOptions) => void };
type SelectOption = { value: string; label: string };

const UTM_LABELS: Record<UtmKey, { label: string; hint: string }> = {
  source: { label: 'Source', hint: 'Where the link stands: newsletter, instagram' },
  medium: { label: 'Medium', hint: 'What kind of place: email, social, poster' },
  campaign: { label: 'Campaign', hint: 'What for: spring-sale' },
  term: { label: 'Term', hint: '' },
  content: { label: 'Content', hint: 'Which of several links: top-button' },
};

/** Lists the coupon codes that buyers can use on the published page. */
const listCoupons = (config: CheckoutPageConfig | null): SelectOption[] =>
  config?.enableCoupon && !config.payWhatYouWant.enabled
    ? config.validCoupons.map(({ code }) => ({ value: code, label: code }))
    : [];

const listPriceOptions = (config: CheckoutPageConfig | null): SelectOption[] =>
  config && config.priceOptions.others.length > 0
    ? [
        { value: BASE_OPTION, label: config.priceOptions.baseName || 'The first price' },
        ...config.priceOptions.others.map(({ id, name, price }) => ({ value: id, label: name || price })),
      ]
    : [];

type ChoiceProps = {
  label: string;
  none: string | null;
  hint: string;
  value: string;
  choices: readonly SelectOption[];
  onChange: (value: string) => void;
};

function Choice({ label, none, hint, value, choices, onChange }: ChoiceProps) {
  if (choices.length === 0) return null;
  return (
    <Field label={label} hint={hint}>
      {(fieldProps) => (
        <select {...fieldProps} className="in" value={value} onChange={(event) => onChange(event.target.value)}>
          {none !== null && <option value="">{none}</option>}
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

type CampaignPresetsProps = { campaign: Campaign; onPick: (campaign: Campaign) => void };

/** Campaigns stored in this browser and presets. */
function CampaignPresets({ campaign, onPick }: CampaignPresetsProps) {
  const [savedCampaigns, setSavedCampaigns] = useState(readCampaigns);
  const name = getCampaignName(campaign);
  return (
    <div className="b-starters" role="group" aria-label="Campaigns to begin with">
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
      {name && !savedCampaigns.some((saved) => getCampaignName(saved) === name) && (
        <Button size="sm" onClick={() => setSavedCampaigns(addCampaign(campaign))}>
          Keep this campaign
        </Button>
      )}
      {savedCampaigns.some((saved) => getCampaignName(saved) === name) && (
        <Button size="sm" variant="bare" onClick={() => setSavedCampaigns(removeCampaign(campaign))}>
          <X className="i" aria-hidden="true" />
          Forget this campaign
        </Button>
      )}
    </div>
  );
}

export function ShareLinkForm({ config, linkOptions, onLinkOptionsChange }: ShareLinkFormProps) {
  const { coupon = null, plan = null, campaign = {} } = linkOptions;
  const change = (changes: Partial<ShareOptions>) => onLinkOptionsChange({ ...linkOptions, ...changes });
  return (
    <div className="b-share-form">
      <Choice
        label="With a coupon"
        none="Without a coupon"
        hint="Whoever follows the link finds it applied."
        value={coupon ?? ''}
        choices={listCoupons(config)}
        onChange={(code) => change({ coupon: code || null })}
      />
      <Choice
        label="With a price chosen"
        none={null}
        hint="Buyers can still choose another one."
        value={plan ?? BASE_OPTION}
        choices={listPriceOptions(config)}
        onChange={(id) => change({ plan: id })}
      />
      <fieldset className="b-utm">
        <legend>Campaign</legend>
        <p className="muted small">Your analytics tell visits and orders of this link apart from all others.</p>
        <CampaignPresets campaign={campaign} onPick={(picked) => change({ campaign: picked })} />
        <div className="b-utm-fields">
          {UTM_KEYS.map((key) => (
            <Field key={key} label={UTM_LABELS[key].label} hint={UTM_LABELS[key].hint}>
              {(fieldProps) => (
                <input
                  {...fieldProps}
                  className="in"
                  name={`utm_${key}`}
                  maxLength={MAX_UTM_LENGTH}
                  autoComplete="off"
                  spellCheck={false}
                  value={campaign[key] ?? ''}
                  onChange={(event) => change({ campaign: { ...campaign, [key]: event.target.value } })}
                />
              )}
            </Field>
          ))}
        </div>
      </fieldset>
    </div>
  );
}
