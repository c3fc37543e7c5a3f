import { Fragment, type ReactNode } from 'react';

type Tags = Readonly<Record<string, (text: string) => ReactNode>>;

type Props = {
  /** A message with tags: 'Read <link>how webhooks work</link>.' Tags are not nested. */
  text: string;
  /** Renders the text inside a tag, by the tag's name. `<b>` and `<code>` need none. */
  tags?: Tags;
};

const DEFAULT_TAGS: Tags = { b: (text) => <b>{text}</b>, code: (text) => <code>{text}</code> };

const TAG = /<(\w+)>(.*?)<\/\1>/g;

/** Renders a message in which links and emphasis are part of the sentence. Throws for a tag without a renderer. */
export function RichText({ text, tags = {} }: Props) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const match of text.matchAll(TAG)) {
    const [whole, name = '', inner = ''] = match;
    const render = tags[name] ?? DEFAULT_TAGS[name];
    if (!render) throw new RangeError(`No element for <${name}> in “${text}”`);
    parts.push(text.slice(end, match.index), <Fragment key={match.index}>{render(inner)}</Fragment>);
    end = match.index + whole.length;
  }
  return (
    <>
      {parts}
      {text.slice(end)}
    </>
  );
}
