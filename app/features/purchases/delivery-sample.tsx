import { useState, type MouseEvent } from 'react';

import { DeliveredList } from '#app/checkout-page/delivered-list.tsx';
import { QueryBoundary } from '#app/lib/rpc/query-boundary.tsx';
import { useRpcMutation } from '#app/lib/rpc/use-rpc-mutation.ts';
import { useRpcQuery } from '#app/lib/rpc/use-rpc-query.ts';
import { deliveredMessages } from '#content/messages/delivered.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import type { Deliverable } from '#domain/deliverable.ts';
import { areFiles } from '#domain/delivered.ts';
import { listSampleDelivery } from '#domain/sample-delivery.ts';

import { PurchasesLayout } from './purchases-layout.tsx';

const { sample: messages, title } = deliveredMessages;

/** A download of the sample is a link to this fragment with the deliverable's id. */
const FILE_FRAGMENT = '#file-';

/** Opens a file with a link that the server makes for its seller. */
function useSampleFile() {
  const { error, run } = useRpcMutation('create-file-link', {
    onSuccess: ({ url }) => window.location.assign(url),
  });
  const openFile = (event: MouseEvent) => {
    const anchor = event.target instanceof Element ? event.target.closest('a') : null;
    const href = anchor?.getAttribute('href') ?? '';
    if (!href.startsWith(FILE_FRAGMENT)) return;
    event.preventDefault();
    void run({ deliverableId: href.slice(FILE_FRAGMENT.length) });
  };
  return { error, openFile };
}

/** What the draft of a page delivers, as its buyers will see it. Only its seller can load it. */
export function DeliverySample({ pageId }: { pageId: string }) {
  const page = useRpcQuery('get-page', { pageId });
  const deliverables = useRpcQuery('list-deliverables', { pageId });
  return (
    <QueryBoundary query={page} errorTitle={messages.failed}>
      {({ config }) => (
        <QueryBoundary query={deliverables} errorTitle={messages.failed}>
          {(answer) => <SamplePage config={config} deliverables={answer.deliverables} />}
        </QueryBoundary>
      )}
    </QueryBoundary>
  );
}

type SamplePageProps = { config: CheckoutPageConfig; deliverables: readonly Deliverable[] };

function SamplePage({ config, deliverables }: SamplePageProps) {
  const { productName, accentColor, fonts } = config;
  const [now] = useState(Date.now);
  const { error, openFile } = useSampleFile();
  const items = listSampleDelivery(config, deliverables, { now, getFileUrl: (id) => FILE_FRAGMENT + id });
  const seller = { id: '', name: null, logo: null, branding: { accentColor, fonts }, email: null };
  return (
    <PurchasesLayout email={null} seller={seller} notice={messages.note}>
      <h1 dir="auto">{productName || messages.title}</h1>
      {items.length === 0 ? (
        <p>{messages.empty}</p>
      ) : (
        // The anchors inside are the controls.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
        <section onClick={openFile}>
          <h2>{areFiles(items) ? title.files : title.other}</h2>
          {error && (
            <p className="buyer-portal__error" role="alert">
              {error}
            </p>
          )}
          <DeliveredList items={items} buttonClass="buyer-portal__button" />
        </section>
      )}
    </PurchasesLayout>
  );
}
