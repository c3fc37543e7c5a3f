import { Mail, Share2 } from 'lucide-react';
import { useId, useState } from 'react';

import { CopyButton } from '#app/ui/copy-key.tsx';
import { Button, buttonVariants } from '#app/ui/key.tsx';

import type { ShareTabProps } from './share-dialog.tsx';
import { createMessages, type ShareMessage } from './share-words.ts';

type MessageProps = { message: ShareMessage; link: string };

/** An editable message template with a button to copy the edited text. */
function Message({ message: { kind, subject, text }, link }: MessageProps) {
  const id = useId();
  const [draft, setDraft] = useState({ subject, text });
  const copyText = subject === null ? draft.text : `${draft.subject ?? ''}\n\n${draft.text}`;
  return (
    <section className="b-message" aria-labelledby={`${id}-name`}>
      <h3 className="h4" id={`${id}-name`}>
        {kind}
      </h3>
      {draft.subject !== null && (
        <input
          className="in"
          aria-label={`${kind}: subject`}
          value={draft.subject}
          onChange={(event) => setDraft({ ...draft, subject: event.target.value })}
        />
      )}
      <textarea
        className="in"
        aria-label={`${kind}: text`}
        rows={draft.text.split('\n').length + 1}
        value={draft.text}
        onChange={(event) => setDraft({ ...draft, text: event.target.value })}
      />
      <div className="b-message-keys">
        <CopyButton text={copyText} />
        {draft.subject !== null && (
          <a
            className={buttonVariants('plain', 'sm')}
            href={`mailto:?subject=${encodeURIComponent(draft.subject)}&body=${encodeURIComponent(draft.text)}`}
          >
            <Mail className="i" aria-hidden="true" />
            Open in mail
          </a>
        )}
        {draft.subject === null && 'share' in navigator && (
          <Button size="sm" onClick={() => void navigator.share({ text: draft.text, url: link }).catch(() => null)}>
            <Share2 className="i" aria-hidden="true" />
            Share…
          </Button>
        )}
      </div>
    </section>
  );
}

export function ShareMessages({ config, link, linkOptions }: ShareTabProps) {
  if (!config) return <p className="muted">The published page is being read. Close this and open it again.</p>;
  return (
    <div className="b-share-form">
      {createMessages(config, link, linkOptions).map((message) => (
        <Message key={`${message.kind} ${link}`} {...{ message, link }} />
      ))}
    </div>
  );
}
