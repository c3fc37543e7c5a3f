import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';

import { Button } from '#app/components/button.tsx';
import { Skeleton } from '#app/components/skeleton.tsx';
import { builderShareMessages } from '#content/messages/builder-share.ts';

import type { ShareTabProps } from './share-dialog.tsx';

const messages = builderShareMessages.cards;

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
      <CardFigure networks={messages.networks.large} image={image}>
        <div className="social-card__texts">
          {hostLine}
          {texts}
        </div>
      </CardFigure>
      <CardFigure
        networks={messages.networks.overlay}
        image={image}
        layout="overlay"
        note={<span className="muted small">{messages.source({ host })}</span>}
      >
        <span className="social-card__overlay-title">{title}</span>
      </CardFigure>
      <CardFigure networks={messages.networks.compact} image={image} layout="row">
        <div className="social-card__texts">
          {texts}
          {hostLine}
        </div>
      </CardFigure>
    </>
  );
}

/** Shows how social networks and messengers render a link to the page. */
export function ShareCards({ url, address }: ShareTabProps) {
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
        <p>{error ? messages.loadError : messages.unavailable}</p>
        <Button className="justify-start" onClick={() => void refetch()}>
          {messages.retry}
        </Button>
      </div>
    );
  return (
    <div className="share-dialog__form">
      <CardPreviews card={card} />
      <p className="muted small">{messages.note}</p>
    </div>
  );
}
