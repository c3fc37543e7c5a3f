import { X } from 'lucide-react';
import { useState } from 'react';

import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { BASE_OPTION } from '#domain/offer.ts';
import { MAX_UTM, UTM_KEYS, type Campaign, type ShareWish, type UtmKey } from '#domain/share-link.ts';

import { Field } from '#app/ui/field.tsx';
import { Key } from '#app/ui/key.tsx';

import {
  CAMPAIGN_STARTERS,
  campaignName,
  forgetCampaign,
  keepCampaign,
  keptCampaigns,
} from './kept-campaigns.ts';
import type { SharePart } from './share-dialog.tsx';

type Props = SharePart & { onWish: (wish: ShareWish) => void };
type Chosen = { value: string; label: string };

const WORDS: Record<UtmKey, { label: string; hint: string }> = {
  source: { label: 'Source', hint: 'Where the link stands: newsletter, instagram' },
  medium: { label: 'Medium', hint: 'What kind of place: email, social, poster' },
  campaign: { label: 'Campaign', hint: 'What for: spring-sale' },
  term: { label: 'Term', hint: '' },
  content: { label: 'Content', hint: 'Which of several links: top-button' },
};

/** Lists the coupon codes that buyers can use on the published page. */
const couponsOf = (config: CheckoutPageConfig | null): Chosen[] =>
  config?.enableCoupon && !config.payWhatYouWant.enabled
    ? config.validCoupons.map(({ code }) => ({ value: code, label: code }))
    : [];

const plansOf = (config: CheckoutPageConfig | null): Chosen[] =>
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
  choices: readonly Chosen[];
  onChange: (value: string) => void;
};

function Choice({ label, none, hint, value, choices, onChange }: ChoiceProps) {
  if (choices.length === 0) return null;
  return (
    <Field label={label} hint={hint}>
      {(wiring) => (
        <select {...wiring} className="in" value={value} onChange={(event) => onChange(event.target.value)}>
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

type StartersProps = { campaign: Campaign; onPick: (campaign: Campaign) => void };

/** Campaigns stored in this browser and presets. */
function Starters({ campaign, onPick }: StartersProps) {
  const [kept, setKept] = useState(keptCampaigns);
  const name = campaignName(campaign);
  return (
    <div className="b-starters" role="group" aria-label="Campaigns to begin with">
      {[...kept, ...CAMPAIGN_STARTERS].map((starter) => (
        <button
          key={campaignName(starter)}
          type="button"
          className="chip"
          aria-pressed={campaignName(starter) === name}
          onClick={() => onPick(starter)}
        >
          {campaignName(starter)}
        </button>
      ))}
      {name && !kept.some((one) => campaignName(one) === name) && (
        <Key size="sm" onClick={() => setKept(keepCampaign(campaign))}>
          Keep this campaign
        </Key>
      )}
      {kept.some((one) => campaignName(one) === name) && (
        <Key size="sm" kind="bare" onClick={() => setKept(forgetCampaign(campaign))}>
          <X className="i" aria-hidden="true" />
          Forget this campaign
        </Key>
      )}
    </div>
  );
}

export function ShareLinkForm({ config, wish, onWish }: Props) {
  const { coupon = null, plan = null, campaign = {} } = wish;
  const change = (part: Partial<ShareWish>) => onWish({ ...wish, ...part });
  return (
    <div className="b-share-form">
      <Choice
        label="With a coupon"
        none="Without a coupon"
        hint="Whoever follows the link finds it applied."
        value={coupon ?? ''}
        choices={couponsOf(config)}
        onChange={(code) => change({ coupon: code || null })}
      />
      <Choice
        label="With a price chosen"
        none={null}
        hint="Buyers can still choose another one."
        value={plan ?? BASE_OPTION}
        choices={plansOf(config)}
        onChange={(id) => change({ plan: id })}
      />
      <fieldset className="b-utm">
        <legend>Campaign</legend>
        <p className="muted small">
          Your analytics tell visits and orders of this link apart from all others.
        </p>
        <Starters campaign={campaign} onPick={(picked) => change({ campaign: picked })} />
        <div className="b-utm-fields">
          {UTM_KEYS.map((key) => (
            <Field key={key} label={WORDS[key].label} hint={WORDS[key].hint}>
              {(wiring) => (
                <input
                  {...wiring}
                  className="in"
                  name={`utm_${key}`}
                  maxLength={MAX_UTM}
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
