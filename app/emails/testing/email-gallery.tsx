import { useEffect, useRef, useState } from 'react';

import { forceColorScheme, removeImages } from './email-variants.ts';

/** An email with sample data, as the development server renders it. */
type GalleryEmail = {
  kind: string;
  subject: string;
  preview: string;
  from: string;
  html: string;
  text: string;
};

type GalleryProps = {
  /** Every sample; its index is its address. */
  list: readonly { kind: string; subject: string }[];
  selectedIndex: number;
  email: GalleryEmail;
};

const WIDTHS = [320, 600];

/** An email in a frame of one width and the height of its content. */
function EmailView({ html, width, title }: { html: string; width: number; title: string }) {
  const frameRef = useRef<HTMLIFrameElement>(null);
  const [height, setHeight] = useState(600);
  useEffect(() => {
    const frame = frameRef.current;
    const measure = () => setHeight(frame?.contentDocument?.querySelector('html')?.scrollHeight ?? 600);
    measure();
    frame?.addEventListener('load', measure);
    return () => frame?.removeEventListener('load', measure);
  }, []);
  return (
    <iframe
      ref={frameRef}
      title={`${title}, ${width} px`}
      srcDoc={html}
      sandbox="allow-same-origin"
      style={{ width, height, flex: 'none', border: 0, outline: '1px solid var(--line)' }}
    />
  );
}

const Variant = ({ title, html }: { title: string; html: string }) => (
  <section>
    <h2 className="h2">{title}</h2>
    <div style={{ display: 'flex', flexWrap: 'wrap', gap: 16, alignItems: 'flex-start', marginBlock: '12px 28px' }}>
      {WIDTHS.map((width) => (
        <EmailView key={width} html={html} width={width} title={title} />
      ))}
    </div>
  </section>
);

const EmailList = ({ list, selectedIndex }: Pick<GalleryProps, 'list' | 'selectedIndex'>) => (
  <nav
    aria-label="Emails"
    style={{ flex: '0 0 280px', position: 'sticky', top: 0, height: '100vh', overflow: 'auto', padding: 16 }}
  >
    <ul style={{ display: 'grid', gap: 10, margin: 0, padding: 0, listStyle: 'none' }}>
      {list.map(({ kind, subject }, index) => (
        <li key={index}>
          <a href={`?email=${index}`} aria-current={index === selectedIndex ? 'page' : undefined}>
            {subject}
          </a>
          <div style={{ color: 'var(--ink-2)', fontSize: 13 }}>{kind}</div>
        </li>
      ))}
    </ul>
  </nav>
);

/**
 * Every email with sample data: at 320 and 600 pixels, in both color schemes, without images, and as plain text. The
 * development server shows it at `/emails`; it is not part of a build.
 */
export function EmailGallery({ list, selectedIndex, email }: GalleryProps) {
  const { kind, subject, preview, from, html, text } = email;
  return (
    <div style={{ display: 'flex', minHeight: '100vh' }}>
      <EmailList list={list} selectedIndex={selectedIndex} />
      <main style={{ flex: 1, minWidth: 0, padding: 24 }}>
        <p style={{ color: 'var(--ink-2)' }}>
          {kind}, from {from}
        </p>
        <h1 className="h1">{subject}</h1>
        <p style={{ color: 'var(--ink-2)', marginBottom: 24 }}>{preview}</p>
        <div key={selectedIndex}>
          <Variant title="Light" html={forceColorScheme(html, 'light')} />
          <Variant title="Dark" html={forceColorScheme(html, 'dark')} />
          <Variant title="Images off" html={forceColorScheme(removeImages(html), 'light')} />
        </div>
        <h2 className="h2">Plain text</h2>
        <pre style={{ maxWidth: '80ch', whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text}</pre>
      </main>
    </div>
  );
}
