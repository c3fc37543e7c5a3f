import { useState } from 'react';

import { CopyButton } from '#app/components/copy-button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { Tabs } from '#app/components/tabs.tsx';
import { builderShareMessages } from '#content/messages/builder-share.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { createShareLink, type ShareOptions } from '#domain/share-link.ts';

import { SegmentedControl } from '../fields/native-select.tsx';
import { ShareCards } from './share-cards.tsx';
import { ShareLinkForm } from './share-link-form.tsx';
import { ShareMessages } from './share-messages.tsx';
import { ShareQr } from './share-qr.tsx';
import { TryPaymentLink } from './try-payment-link.tsx';

const messages = builderShareMessages;

/** The two URLs of the page: on the seller's domain and on the app's own host. */
const listUrls = ({ url, domainUrl }: ShareProps) =>
  [domainUrl ?? url, url].map((value) => {
    const shortUrl = value.replace(/^https?:\/\//, '').replace(/\/$/, '');
    return { value, title: value, label: <span>{shortUrl}</span> };
  });

type ShareTab = 'link' | 'code' | 'cards' | 'messages';

export type ShareProps = {
  /** URL of the page on the app's own host. */
  url: string;
  /** Root URL of the seller's custom domain that serves this page; null if there is none. */
  domainUrl: string | null;
  /** Base name of downloaded files. */
  name: string;
  /** The published config; null if it is not known. */
  config: CheckoutPageConfig | null;
};

/** Props of all tabs: the page, the selected URL of the page, the resulting link and its options. */
export type ShareTabProps = ShareProps & { address: string; link: string; linkOptions: ShareOptions };

/** Share dialog: builds one link and offers several ways to share it. */
export function ShareDialog({ onClose, ...page }: ShareProps & { onClose: () => void }) {
  const [tab, setTab] = useState<ShareTab>('link');
  const [linkOptions, setLinkOptions] = useState<ShareOptions>({});
  const [address, setAddress] = useState(page.domainUrl ?? page.url);
  const link = createShareLink(address, linkOptions);
  const tabProps = { ...page, address, link, linkOptions };
  return (
    <Dialog title={messages.title} onClose={onClose} className="dlg share-dialog" initialFocus=".tabs button">
      <div className="copy share-dialog__link" role="group" aria-label={messages.linkLabel}>
        <output title={link}>{link.replace(/^https?:\/\//, '')}</output>
        <CopyButton text={link} variant="primary">
          {messages.copyLink}
        </CopyButton>
      </div>
      {page.domainUrl && (
        <SegmentedControl
          className="share-dialog__url-choice"
          legend={<span className="vh">{messages.urlLegend}</span>}
          name="share-address"
          value={address}
          options={listUrls(page)}
          onChange={setAddress}
        />
      )}
      <TryPaymentLink url={page.url} showHint />
      <Tabs
        label={messages.tabs.label}
        value={tab}
        onChange={setTab}
        className="share-dialog__tabs"
        tabs={[
          {
            value: 'link',
            label: messages.tabs.link,
            content: <ShareLinkForm {...tabProps} onLinkOptionsChange={setLinkOptions} />,
          },
          { value: 'code', label: messages.tabs.code, content: <ShareQr {...tabProps} /> },
          { value: 'cards', label: messages.tabs.cards, content: <ShareCards {...tabProps} /> },
          { value: 'messages', label: messages.tabs.messages, content: <ShareMessages {...tabProps} /> },
        ]}
      />
    </Dialog>
  );
}
