import { Content, List, Root, Trigger } from '@radix-ui/react-tabs';
import { TriangleAlert } from 'lucide-react';
import { useDeferredValue, useMemo, useState, type ReactNode } from 'react';

import { focusVisibleOnly } from '#app/components/tabs.tsx';
import { builderFormMessages } from '#content/messages/builder-form.ts';
import { builderMessages } from '#content/messages/builder.ts';
import { LIMITS } from '#domain/checkout-page.ts';
import { LOGO_SIZE } from '#domain/image.ts';
import type { FieldError } from '#domain/page-fields.ts';

import { Group, getFieldId, ChoiceRow } from './fields/builder-field.tsx';
import { ConfigTextField } from './fields/builder-text-field.tsx';
import { ImageField } from './fields/image-field.tsx';
import { SwitchField } from './fields/switch-field.tsx';
import { AccentGroup } from './sections/accent-group.tsx';
import { AddressGroup } from './sections/address-group.tsx';
import { AvailabilityGroup } from './sections/availability-group.tsx';
import { CountdownGroup } from './sections/countdown-group.tsx';
import { CouponsGroup } from './sections/coupons-group.tsx';
import { CustomFieldsGroup } from './sections/custom-fields-group.tsx';
import { EmbeddingGroup } from './sections/embedding-group.tsx';
import { FeaturesGroup } from './sections/features-group.tsx';
import { FontsGroup } from './sections/fonts-group.tsx';
import { LanguageGroup } from './sections/language-group.tsx';
import { LayoutGroup } from './sections/layout-group.tsx';
import { PriceGroup } from './sections/price-group.tsx';
import { TestimonialsGroup } from './sections/testimonials-group.tsx';
import { BuilderContext, useBuilder } from './state/builder-context.ts';
import { countErrorsOnTab, TABS, type Tab } from './state/config-keys.ts';

const messages = builderFormMessages;
const { fields } = messages;

/** A warning that does not block publishing, because the seller may have reasons. */
const TermsWarning = () => (
  <p className="warning-note small">
    <TriangleAlert className="i" aria-hidden="true" />
    <span>{messages.terms.missingLink}</span>
  </p>
);

const URL_FIELDS = ['termsUrl', 'privacyUrl'] as const;

function TermsGroup() {
  const { config, set } = useBuilder();
  return (
    <Group title={messages.terms.title}>
      <SwitchField
        id={getFieldId('requireTerms')}
        label={fields.requireTerms}
        hint={messages.terms.requireTermsHint}
        checked={config.requireTerms}
        onChange={(checked) => set('requireTerms', checked)}
      />
      {config.requireTerms && config.termsUrl.trim() === '' && <TermsWarning />}
      {URL_FIELDS.map((field) => (
        <ConfigTextField
          key={field}
          field={field}
          label={fields[field]}
          limit={LIMITS.url}
          input={{
            type: 'url',
            inputMode: 'url',
            placeholder: messages.terms.urlPlaceholder,
            spellCheck: false,
            dir: 'ltr',
          }}
        />
      ))}
    </Group>
  );
}

function SettingsTab() {
  return (
    <>
      <AddressGroup />
      <CouponsGroup />
      <CountdownGroup />
      <AvailabilityGroup />
      <TermsGroup />
      <LanguageGroup />
      <EmbeddingGroup />
    </>
  );
}

const POSITIONS = (['top-left', 'top-center', 'above-product'] as const).map((value) => ({
  value,
  label: messages.brand.positions[value],
}));

/** `loadFonts` is true once the tab has been opened; only then are the preview fonts loaded. */
function DesignTab({ loadFonts }: { loadFonts: boolean }) {
  return (
    <>
      <LayoutGroup />
      <Group title={messages.brand.title}>
        <ImageField
          field="logo"
          use="logo"
          label={fields.logo}
          acceptedText={messages.brand.acceptedLogos}
          hint={messages.brand.logoHint(LOGO_SIZE)}
        />
        <ChoiceRow field="logoPosition" label={fields.logoPosition} options={POSITIONS} />
      </Group>
      <AccentGroup />
      <FontsGroup loadFonts={loadFonts} />
    </>
  );
}

function ContentTab() {
  return (
    <>
      <Group title={messages.product.title}>
        <ConfigTextField field="productName" label={fields.productName} limit={LIMITS.productName} />
        <ConfigTextField field="description" label={fields.description} rows={5} limit={LIMITS.description} />
        <ImageField
          field="productImage"
          use="product"
          label={fields.productImage}
          acceptedText={messages.product.acceptedImages}
        />
      </Group>
      <PriceGroup />
      <FeaturesGroup />
      <CustomFieldsGroup />
      <TestimonialsGroup />
      <Group title={messages.button.title}>
        <ConfigTextField
          field="buttonText"
          label={fields.buttonText}
          limit={LIMITS.buttonText}
          hint={messages.button.buttonTextHint}
        />
        <ConfigTextField
          field="successMessage"
          label={fields.successMessage}
          rows={3}
          limit={LIMITS.successMessage}
          hint={messages.button.successMessageHint}
        />
      </Group>
    </>
  );
}

type BuilderTabsProps = {
  tab: Tab;
  onTabChange: (tab: Tab) => void;
  errors: readonly FieldError[];
  /** Shown above the panels on every tab. */
  summary: ReactNode;
};

function ErrorCount({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <span className="builder-tabs__error-count num">
      {count}
      <span className="vh"> {builderMessages.tabs.errors({ count })}</span>
    </span>
  );
}

/** Defers updates of hidden panels; only the open panel renders on every keystroke. */
function DeferredPanel({ open, children }: { open: boolean; children: ReactNode }) {
  const builder = useBuilder();
  const deferredBuilder = useDeferredValue(builder);
  return <BuilderContext value={open ? builder : deferredBuilder}>{children}</BuilderContext>;
}

const CONTENT = <ContentTab />;
const SETTINGS = <SettingsTab />;

/** The three tabs of the form. All panels stay mounted, so unfinished input is not lost when the tab changes. */
export function BuilderTabs({ tab, onTabChange, errors, summary }: BuilderTabsProps) {
  const [designOpened, setDesignOpened] = useState(tab === 'design');
  if (tab === 'design' && !designOpened) setDesignOpened(true);
  const design = useMemo(() => <DesignTab loadFonts={designOpened} />, [designOpened]);
  const panels: Record<Tab, ReactNode> = { content: CONTENT, design, settings: SETTINGS };
  const selectTab = (value: string) => {
    const selectedTab = TABS.find((name) => name === value);
    if (selectedTab) onTabChange(selectedTab);
  };
  return (
    <Root value={tab} onValueChange={selectTab} className="builder-tabs">
      <List className="tabs" aria-label={builderMessages.tabs.label} {...focusVisibleOnly}>
        {TABS.map((name) => (
          <Trigger key={name} value={name}>
            {builderMessages.tabs[name]}
            <ErrorCount count={countErrorsOnTab(errors, name)} />
          </Trigger>
        ))}
      </List>
      <div className="builder-tabs__scroll" id="builder-form">
        {summary}
        {TABS.map((name) => (
          <Content key={name} value={name} forceMount className="builder-tabs__panel">
            <DeferredPanel open={name === tab}>{panels[name]}</DeferredPanel>
          </Content>
        ))}
      </div>
    </Root>
  );
}
