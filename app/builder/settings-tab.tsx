import { TriangleAlert } from 'lucide-react';

import { LIMITS } from '#domain/checkout-page.ts';

import { AddressGroup } from './address-group.tsx';
import { useBuilder } from './builder-context.ts';
import { Group, getFieldId } from './builder-field.tsx';
import { CountdownGroup } from './countdown-group.tsx';
import { CouponsGroup } from './coupons-group.tsx';
import { EmbeddingGroup } from './embedding-group.tsx';
import { AvailabilityGroup } from './stock-group.tsx';
import { SwitchField } from './switch-field.tsx';
import { ConfigTextField } from './text-field.tsx';

/** A warning that does not block publishing, because the seller may have reasons. */
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
        id={getFieldId('requireTerms')}
        label="Require terms"
        hint="Buyers tick a box before they can pay."
        checked={config.requireTerms}
        onChange={(checked) => set('requireTerms', checked)}
      />
      {config.requireTerms && config.termsUrl.trim() === '' && <TermsWarning />}
      <ConfigTextField
        field="termsUrl"
        label="Terms URL"
        limit={LIMITS.url}
        input={{ type: 'url', inputMode: 'url', placeholder: 'https://', spellCheck: false, dir: 'ltr' }}
      />
      <ConfigTextField
        field="privacyUrl"
        label="Privacy URL"
        limit={LIMITS.url}
        input={{ type: 'url', inputMode: 'url', placeholder: 'https://', spellCheck: false, dir: 'ltr' }}
      />
    </Group>
  );
}

export function SettingsTab() {
  return (
    <>
      <AddressGroup />
      <CouponsGroup />
      <CountdownGroup />
      <AvailabilityGroup />
      <TermsGroup />
      <EmbeddingGroup />
    </>
  );
}
