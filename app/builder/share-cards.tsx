import { useEffect, useState } from 'react';

import { Key } from '#app/ui/key.tsx';
import { Skeleton } from '#app/ui/skeleton.tsx';

import { cardFrom, type ShareCard } from './share-card.ts';
import type { SharePart } from './share-dialog.tsx';

type Reading =
  | { kind: 'reading' }
  | { kind: 'none' }
  | { kind: 'failed' }
  | { kind: 'card'; card: ShareCard };

/**
 * Loads the social card from the current public page. The fetch uses the app's own origin, which this screen may
 * request; `address` is the public URL of the same page.
 */
function useCard(url: string, address: string): { reading: Reading; again: () => void } {
  const [reading, setReading] = useState<Reading>({ kind: 'reading' });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const leaving = new AbortController();
    const read = async (): Promise<Reading> => {
      const answer = await fetch(new URL(url).pathname, { signal: leaving.signal });
      if (!answer.ok) return { kind: 'failed' };
      const card = cardFrom(await answer.text(), address);
      return card ? { kind: 'card', card } : { kind: 'none' };
    };
    const failed = (): Reading => ({ kind: 'failed' });
    void read()
      .catch(failed)
      .then((read) => leaving.signal.aborted || setReading(read));
    return () => leaving.abort();
  }, [url, address, turn]);
  const again = () => {
    setReading({ kind: 'reading' });
    setTurn((last) => last + 1);
  };
  return { reading, again };
}

const Post = ({ card: { title, description, image, host } }: { card: ShareCard }) => (
  <figure className="b-card">
    <figcaption>LinkedIn, Facebook</figcaption>
    <div className="b-card-face">
      <img src={image} alt="" width={1200} height={630} />
      <div className="b-card-words">
        <span className="muted small">{host}</span>
        <b className="b-card-title">{title}</b>
        <span className="muted small b-card-text">{description}</span>
      </div>
    </div>
  </figure>
);

const Tweet = ({ card: { title, image, host } }: { card: ShareCard }) => (
  <figure className="b-card">
    <figcaption>X</figcaption>
    <div className="b-card-face b-card-over">
      <img src={image} alt="" width={1200} height={630} />
      <span className="b-card-on">{title}</span>
    </div>
    <span className="muted small">From {host}</span>
  </figure>
);

const Chat = ({ card: { title, description, image, host } }: { card: ShareCard }) => (
  <figure className="b-card">
    <figcaption>WhatsApp, iMessage, Slack</figcaption>
    <div className="b-card-face b-card-row">
      <img src={image} alt="" width={1200} height={630} />
      <div className="b-card-words">
        <b className="b-card-title">{title}</b>
        <span className="muted small b-card-text">{description}</span>
        <span className="muted small">{host}</span>
      </div>
    </div>
  </figure>
);

/** Shows how social networks and messengers render a link to the page. */
export function ShareCards({ url, address }: SharePart) {
  const { reading, again } = useCard(url, address);
  if (reading.kind === 'reading')
    return (
      <div className="b-share-form" aria-busy="true">
        <Skeleton rows={3} />
      </div>
    );
  if (reading.kind !== 'card')
    return (
      <div className="b-share-form">
        <p>
          {reading.kind === 'none'
            ? 'The page takes no payments at the moment, so that networks show no card of it.'
            : 'The public page did not answer.'}
        </p>
        <Key className="b-start" onClick={again}>
          Look again
        </Key>
      </div>
    );
  const { card } = reading;
  return (
    <div className="b-share-form">
      <Post card={card} />
      <Tweet card={card} />
      <Chat card={card} />
      <p className="muted small">
        Title, text and picture come from the published page. Networks keep what they have read for some days;
        their debuggers make them read again.
      </p>
    </div>
  );
}
