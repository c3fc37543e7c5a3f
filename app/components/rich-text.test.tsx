import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';

import { RichText } from './rich-text.tsx';

const tags = { link: (text: string) => <a href="/help">{text}</a>, b: (text: string) => <b>{text}</b> };

test('replaces tags by elements and leaves the rest as text', () => {
  expect(renderToStaticMarkup(<RichText text="<b>New:</b> read <link>the guide</link>. 1 < 2" tags={tags} />)).toBe(
    '<b>New:</b> read <a href="/help">the guide</a>. 1 &lt; 2',
  );
  expect(renderToStaticMarkup(<RichText text="No tags." tags={tags} />)).toBe('No tags.');
});

test('throws for an unknown tag', () => {
  expect(() => renderToStaticMarkup(<RichText text="A <i>word</i>" tags={tags} />)).toThrow('No element for <i>');
});
