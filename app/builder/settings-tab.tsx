import { TriangleAlert } from 'lucide-react';

import { slugForSaving, slugFromName, slugFromTyped } from '#domain/slug.ts';

import { useBuilder } from './builder-context.ts';
import { Group, idOf } from './builder-field.tsx';
import { CouponsGroup } from './coupons-group.tsx';
import { SwitchField } from './switch-field.tsx';
import { TextField } from './text-field.tsx';

/** The address that buyers will open, as far as it is known before publishing. */
function AddressHint() {
  const { config, liveSlug } = useBuilder();
  const typed = slugForSaving(config.customSlug);
  const slug = typed || liveSlug || slugFromName(config.productName);
  return (
    <>
      {!typed && !liveSlug && 'Leave it empty to take it from the product name. '}
      {slug ? (
        <>
          {typed || liveSlug ? 'Buyers open ' : 'That gives '}
          <span className="receipt-type b-ink b-break">
            {window.location.host}/c/{slug}
          </span>
        </>
      ) : (
        'Without a name it is made up for you.'
      )}
    </>
  );
}

/** Told, never in the way: a seller may have their reasons. */
const TermsWarning = () => (
  <p className="b-warn small">
    <TriangleAlert className="i" aria-hidden="true" />
    <span>Buyers are asked to accept terms that they cannot read yet. Add the Terms URL.</span>
  </p>
);

function TermsGroup() {
  const { config, set } = useBuilder();
  return (
    <Group title="Terms">
      <SwitchField
        id={idOf('requireTerms')}
        label="Require terms"
        hint="Buyers tick a box before they can pay."
        checked={config.requireTerms}
        onChange={(checked) => set('requireTerms', checked)}
      />
      {config.requireTerms && config.termsUrl.trim() === '' && <TermsWarning />}
      <TextField
        field="termsUrl"
        label="Terms URL"
        input={{ type: 'url', inputMode: 'url', placeholder: 'https://', spellCheck: false, dir: 'ltr' }}
      />
      <TextField
        field="privacyUrl"
        label="Privacy URL"
        input={{ type: 'url', inputMode: 'url', placeholder: 'https://', spellCheck: false, dir: 'ltr' }}
      />
    </Group>
  );
}

export function SettingsTab() {
  return (
    <>
      <Group title="Address">
        <TextField
          field="customSlug"
          label="Custom slug"
          affix="/c/"
          typed={slugFromTyped}
          hint={<AddressHint />}
          input={{ spellCheck: false, autoCapitalize: 'none', autoComplete: 'off', maxLength: 500 }}
        />
      </Group>
      <CouponsGroup />
      <TermsGroup />
    </>
  );
}
