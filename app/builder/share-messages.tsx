import { Mail, Share2 } from 'lucide-react';
import { useId, useState } from 'react';

import { CopyKey } from '#app/ui/copy-key.tsx';
import { Key, keyClass } from '#app/ui/key.tsx';

import type { SharePart } from './share-dialog.tsx';
import { messagesOf, type ShareMessage } from './share-words.ts';

type MessageProps = { message: ShareMessage; link: string };

/** An editable message template with a button to copy the edited text. */
function Message({ message: { kind, subject, text }, link }: MessageProps) {
  const id = useId();
  const [words, setWords] = useState({ subject, text });
  const copied = subject === null ? words.text : `${words.subject ?? ''}\n\n${words.text}`;
  return (
    <section className="b-message" aria-labelledby={`${id}-name`}>
      <h3 className="h4" id={`${id}-name`}>
        {kind}
      </h3>
      {words.subject !== null && (
        <input
          className="in"
          aria-label={`${kind}: subject`}
          value={words.subject}
          onChange={(event) => setWords({ ...words, subject: event.target.value })}
        />
      )}
      <textarea
        className="in"
        aria-label={`${kind}: text`}
        rows={words.text.split('\n').length + 1}
        value={words.text}
        onChange={(event) => setWords({ ...words, text: event.target.value })}
      />
      <div className="b-message-keys">
        <CopyKey text={copied} />
        {words.subject !== null && (
          <a
            className={keyClass('plain', 'sm')}
            href={`mailto:?subject=${encodeURIComponent(words.subject)}&body=${encodeURIComponent(words.text)}`}
          >
            <Mail className="i" aria-hidden="true" />
            Open in mail
          </a>
        )}
        {words.subject === null && 'share' in navigator && (
          <Key
            size="sm"
            onClick={() => void navigator.share({ text: words.text, url: link }).catch(() => null)}
          >
            <Share2 className="i" aria-hidden="true" />
            Share…
          </Key>
        )}
      </div>
    </section>
  );
}

export function ShareMessages({ config, link, wish }: SharePart) {
  if (!config)
    return <p className="muted">The published page is being read. Close this and open it again.</p>;
  return (
    <div className="b-share-form">
      {messagesOf(config, link, wish).map((message) => (
        <Message key={`${message.kind} ${link}`} {...{ message, link }} />
      ))}
    </div>
  );
}
