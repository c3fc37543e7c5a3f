import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { CopyButton } from '#app/components/copy-button.tsx';
import { Dialog } from '#app/components/dialog.tsx';
import { Skeleton } from '#app/components/skeleton.tsx';
import { Tabs } from '#app/components/tabs.tsx';
import { builderShareMessages } from '#content/messages/builder-share.ts';
import type { CheckoutPageConfig } from '#domain/checkout-page.ts';
import { type ShareOptions, createShareLink } from '#domain/share-link.ts';

import { SegmentedControl } from '../fields/segmented-control.tsx';
import { ShareLinkForm } from './share-link-form.tsx';
import { ShareMessages } from './share-messages.tsx';
import { ShareQr } from './share-qr.tsx';
import { TryPaymentLink } from './try-payment-link.tsx';

const messages = builderShareMessages;

const cardMessages = builderShareMessages.cards;

/** Social card of a page, as networks read it from its metadata. */
type ShareCard = { title: string; description: string; image: string; site: string; host: string };

/** Parses the card from public HTML as a crawler would; null if the page has none. */
function parseShareCard(html: string, url: string): ShareCard | null {
  const head = new DOMParser().parseFromString(html, 'text/html').head;
  const readMeta = (property: string) =>
    head.querySelector(`meta[property="${property}"], meta[name="${property}"]`)?.getAttribute('content') ?? '';
  const [title, image] = [readMeta('og:title'), readMeta('og:image')];
  if (!title || !image) return null;
  const { host, origin } = new URL(url);
  // The app's own host may have another name in this browser.
  const imageUrl = new URL(image, origin);
  return {
    title,
    description: readMeta('og:description'),
    image: imageUrl.pathname + imageUrl.search,
    site: readMeta('og:site_name'),
    host,
  };
}

/**
 * Loads the social card from the current public page; null if it has none. The fetch uses the app's own origin, which
 * this screen may request; `address` is the public URL of the same page.
 */
const useShareCard = (url: string, address: string) =>
  useQuery<ShareCard | null>({
    queryKey: ['share-card', url, address],
    queryFn: async ({ signal }) => {
      const answer = await fetch(new URL(url).pathname, { signal });
      if (!answer.ok) throw new Error(answer.statusText);
      return parseShareCard(await answer.text(), address);
    },
    gcTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  });

type CardFigureProps = {
  networks: string;
  image: string;
  layout?: 'row' | 'overlay';
  children: ReactNode;
  note?: ReactNode;
};

const CardFigure = ({ networks, image, layout, children, note }: CardFigureProps) => (
  <figure className="social-card">
    <figcaption>{networks}</figcaption>
    <div className={`social-card__body ${layout ? `social-card__body--${layout}` : ''}`}>
      <img src={image} alt="" width={1200} height={630} />
      {children}
    </div>
    {note}
  </figure>
);

/** The card in the three ways in which networks and messengers render it. */
function CardPreviews({ card: { title, description, image, host } }: { card: ShareCard }) {
  const hostLine = <span className="muted small">{host}</span>;
  const texts = (
    <>
      <b className="social-card__title">{title}</b>
      <span className="muted small social-card__description">{description}</span>
    </>
  );
  return (
    <>
      <CardFigure networks={cardMessages.networks.large} image={image}>
        <div className="social-card__texts">
          {hostLine}
          {texts}
        </div>
      </CardFigure>
      <CardFigure
        networks={cardMessages.networks.overlay}
        image={image}
        layout="overlay"
        note={<span className="muted small">{cardMessages.source({ host })}</span>}
      >
        <span className="social-card__overlay-title">{title}</span>
      </CardFigure>
      <CardFigure networks={cardMessages.networks.compact} image={image} layout="row">
        <div className="social-card__texts">
          {texts}
          {hostLine}
        </div>
      </CardFigure>
    </>
  );
}

/** Shows how social networks and messengers render a link to the page. */
function ShareCards({ url, address }: ShareTabProps) {
  const { data: card, error, isFetching, refetch } = useShareCard(url, address);
  if (isFetching)
    return (
      <div className="share-dialog__form" aria-busy="true">
        <Skeleton rows={3} />
      </div>
    );
  if (!card)
    return (
      <div className="share-dialog__form">
        <p>{error ? cardMessages.loadError : cardMessages.unavailable}</p>
        <Button className="justify-start" onClick={() => void refetch()}>
          {cardMessages.retry}
        </Button>
      </div>
    );
  return (
    <div className="share-dialog__form">
      <CardPreviews card={card} />
      <p className="muted small">{cardMessages.note}</p>
    </div>
  );
}

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
