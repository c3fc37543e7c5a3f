import { useId, useLayoutEffect, useMemo, useRef, useState, type ReactNode } from 'react';

import { getPanelProps, TabList } from '#app/components/tab-list.tsx';
import { builderFormMessages } from '#content/messages/builder-form.ts';
import { builderMessages } from '#content/messages/builder.ts';
import { LIMITS } from '#domain/checkout-page.ts';
import type { FieldError } from '#domain/page-fields.ts';

import { Group } from './fields/builder-field.tsx';
import { ConfigTextField } from './fields/builder-text-field.tsx';
import { ImageField } from './fields/image-field.tsx';
import { BundleGroup } from './sections/bundle-group.tsx';
import { CustomFieldsGroup } from './sections/custom-fields-group.tsx';
import { FeaturesGroup } from './sections/features-group.tsx';
import { lazyForm } from './sections/lazy-form.ts';
import { OrderBumpsGroup } from './sections/order-bumps-group.tsx';
import { PriceGroup } from './sections/price-group.tsx';
import { TestimonialsGroup } from './sections/testimonials-group.tsx';
import { FormParts } from './state/builder-provider.tsx';
import { countErrorsOnTab, TABS, type Tab } from './state/config-keys.ts';

const messages = builderFormMessages;
const { fields } = messages;

function ContentTab() {
  return (
    <FormParts>
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
      <BundleGroup />
      <PriceGroup />
      <OrderBumpsGroup />
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
    </FormParts>
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

/** Scrolls to the top when another tab opens: the panel, or on narrow screens the document below the sticky tabs. */
function useScrollToTop(tab: Tab) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const panel = ref.current;
    if (!panel) return;
    panel.scrollTop = 0;
    const tabsBottom = panel.previousElementSibling?.getBoundingClientRect().bottom ?? 0;
    if (panel.getBoundingClientRect().top < tabsBottom - 1) panel.scrollIntoView({ block: 'start' });
  }, [tab]);
  return ref;
}

const CONTENT = <ContentTab />;

/** The tabs of the form. All panels stay mounted, so unfinished input is not lost when the tab changes. */
export function BuilderTabs({ tab, onTabChange, errors, summary }: BuilderTabsProps) {
  const scrollRef = useScrollToTop(tab);
  const [designOpened, setDesignOpened] = useState(tab === 'design');
  if (tab === 'design' && !designOpened) setDesignOpened(true);
  lazyForm.useAtFirstInput();
  const lazy = lazyForm.useLoaded();
  const design = useMemo(() => lazy && <lazy.DesignTab loadFonts={designOpened} />, [lazy, designOpened]);
  const delivery = useMemo(() => lazy && <lazy.DeliveryTab />, [lazy]);
  const settings = useMemo(() => lazy && <lazy.SettingsTab />, [lazy]);
  const panels: Record<Tab, ReactNode> = { content: CONTENT, delivery, design, settings };
  const id = useId();
  const tabs = TABS.map((name) => ({
    value: name,
    label: (
      <>
        {builderMessages.tabs[name]}
        <ErrorCount count={countErrorsOnTab(errors, name)} />
      </>
    ),
  }));
  return (
    <div className="builder-tabs">
      <TabList id={id} label={builderMessages.tabs.label} value={tab} onChange={onTabChange} tabs={tabs} />
      <div className="builder-tabs__scroll" id="builder-form" ref={scrollRef}>
        {summary}
        {TABS.map((name) => (
          <div
            key={name}
            {...getPanelProps(id, name)}
            data-state={name === tab ? 'active' : 'inactive'}
            className="builder-tabs__panel"
          >
            {panels[name]}
          </div>
        ))}
      </div>
    </div>
  );
}
