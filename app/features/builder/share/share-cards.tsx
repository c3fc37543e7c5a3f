import { useEffect, useState } from 'react';

import { Button } from '#app/components/button.tsx';
import { Skeleton } from '#app/components/skeleton.tsx';

import type { ShareTabProps } from './share-dialog.tsx';

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

type CardState = { kind: 'reading' } | { kind: 'none' } | { kind: 'failed' } | { kind: 'card'; card: ShareCard };

/**
 * Loads the social card from the current public page. The fetch uses the app's own origin, which this screen may
 * request; `address` is the public URL of the same page.
 */
function useShareCard(url: string, address: string): { cardState: CardState; reload: () => void } {
  const [cardState, setCardState] = useState<CardState>({ kind: 'reading' });
  const [requestId, setRequestId] = useState(0);
  useEffect(() => {
    const controller = new AbortController();
    const loadCard = async (): Promise<CardState> => {
      const answer = await fetch(new URL(url).pathname, { signal: controller.signal });
      if (!answer.ok) return { kind: 'failed' };
      const card = parseShareCard(await answer.text(), address);
      return card ? { kind: 'card', card } : { kind: 'none' };
    };
    const failed = (): CardState => ({ kind: 'failed' });
    void loadCard()
      .catch(failed)
      .then((nextState) => controller.signal.aborted || setCardState(nextState));
    return () => controller.abort();
  }, [url, address, requestId]);
  const reload = () => {
    setCardState({ kind: 'reading' });
    setRequestId((previous) => previous + 1);
  };
  return { cardState, reload };
}

const Post = ({ card: { title, description, image, host } }: { card: ShareCard }) => (
  <figure className="social-card">
    <figcaption>LinkedIn, Facebook</figcaption>
    <div className="social-card__body">
      <img src={image} alt="" width={1200} height={630} />
      <div className="social-card__texts">
        <span className="muted small">{host}</span>
        <b className="social-card__title">{title}</b>
        <span className="muted small social-card__description">{description}</span>
      </div>
    </div>
  </figure>
);

const Tweet = ({ card: { title, image, host } }: { card: ShareCard }) => (
  <figure className="social-card">
    <figcaption>X</figcaption>
    <div className="social-card__body social-card__body--overlay">
      <img src={image} alt="" width={1200} height={630} />
      <span className="social-card__overlay-title">{title}</span>
    </div>
    <span className="muted small">From {host}</span>
  </figure>
);

const Chat = ({ card: { title, description, image, host } }: { card: ShareCard }) => (
  <figure className="social-card">
    <figcaption>WhatsApp, iMessage, Slack</figcaption>
    <div className="social-card__body social-card__body--row">
      <img src={image} alt="" width={1200} height={630} />
      <div className="social-card__texts">
        <b className="social-card__title">{title}</b>
        <span className="muted small social-card__description">{description}</span>
        <span className="muted small">{host}</span>
      </div>
    </div>
  </figure>
);

/** Shows how social networks and messengers render a link to the page. */
export function ShareCards({ url, address }: ShareTabProps) {
  const { cardState, reload } = useShareCard(url, address);
  if (cardState.kind === 'reading')
    return (
      <div className="share-dialog__form" aria-busy="true">
        <Skeleton rows={3} />
      </div>
    );
  if (cardState.kind !== 'card')
    return (
      <div className="share-dialog__form">
        <p>
          {cardState.kind === 'none'
            ? 'The page takes no payments at the moment, so that networks show no card of it.'
            : 'The public page did not answer.'}
        </p>
        <Button className="justify-start" onClick={reload}>
          Look again
        </Button>
      </div>
    );
  const { card } = cardState;
  return (
    <div className="share-dialog__form">
      <Post card={card} />
      <Tweet card={card} />
      <Chat card={card} />
      <p className="muted small">
        Title, text and picture come from the published page. Networks keep what they have read for some days; their
        debuggers make them read again.
      </p>
    </div>
  );
}
