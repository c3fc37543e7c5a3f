import { Body } from '@react-email/body';
import { Column } from '@react-email/column';
import { Container } from '@react-email/container';
import { Head } from '@react-email/head';
import { Heading } from '@react-email/heading';
import { Link } from '@react-email/link';
import { Row } from '@react-email/row';
import { Fragment } from 'react';

import { SITE } from '#content/site.ts';

import { listBlocks } from './email-blocks.tsx';
import type { EmailContent, EmailFooter, EmailTheme } from './email-content.ts';
import { BREAK_ANYWHERE, createPalette, type EmailPalette } from './email-palette.ts';

type PaletteProps = { palette: EmailPalette };

const ColorBar = ({
  palette: { background, light },
  color,
  height,
}: PaletteProps & { color: 'enamel-deep' | 'stripe'; height: number }) => (
  <Row>
    <Column
      {...background(color)}
      height={height}
      style={{ height, background: light(color), fontSize: 0, lineHeight: 0 }}
    >
      &nbsp;
    </Column>
  </Row>
);

/** The app's name with its logo, which is text on a color, because most inboxes block images. */
const BrandHeader = ({ palette }: PaletteProps) => {
  const { background, fonts, light } = palette;
  return (
    <>
      <Row {...background('enamel')} style={{ background: light('enamel'), borderRadius: '16px 16px 0 0' }}>
        <Column className="pad-left" aria-hidden="true" width={32} style={{ padding: '18px 0 18px 32px' }}>
          <div
            style={{
              width: 32,
              height: 32,
              borderRadius: 8,
              background: light('brass'),
              color: light('on-brass'),
              font: `800 21px/32px ${fonts.heading}`,
              textAlign: 'center',
            }}
          >
            T
          </div>
        </Column>
        <Column
          style={{
            padding: '18px 32px 18px 10px',
            color: light('on-enamel'),
            font: `700 18px/32px ${fonts.heading}`,
            letterSpacing: '-0.02em',
          }}
        >
          {SITE.name}
        </Column>
      </Row>
      <ColorBar palette={palette} color="enamel-deep" height={8} />
    </>
  );
};

/**
 * A logo on white in both color schemes, because logos are designed for it. Hidden in Outlook for Windows, which does
 * not support WebP. `src` must be one of the app's own URLs, so it needs no escaping.
 */
const renderLogoCell = (src: string): string =>
  `<!--[if !mso]><!--><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="#ffffff" style="background:#ffffff;border-radius:6px;padding:6px 8px"><img src="${src}" alt="" style="display:block;border:0;width:auto;height:auto;max-width:150px;max-height:44px"></td></tr></table><!--<![endif]-->`;

const SellerHeader = ({ palette, name, logo }: PaletteProps & { name: string; logo: string | null }) => {
  const { background, fonts, light } = palette;
  return (
    <>
      <ColorBar palette={palette} color="stripe" height={6} />
      <Row>
        <Column {...background('paper', 'pad')} style={{ background: light('paper'), padding: '22px 32px 0' }}>
          <Row>
            {logo && (
              <Column
                width={1}
                style={{ padding: '0 10px 0 0' }}
                dangerouslySetInnerHTML={{ __html: renderLogoCell(logo) }}
              />
            )}
            <Column
              className="c-ink"
              dir="auto"
              style={{ color: light('ink'), font: `700 16px/1.3 ${fonts.heading}`, ...BREAK_ANYWHERE }}
            >
              {name}
            </Column>
          </Row>
        </Column>
      </Row>
    </>
  );
};

const EmailHeader = ({ palette, theme }: PaletteProps & { theme: EmailTheme }) => {
  if (theme.kind === 'house') return <BrandHeader palette={palette} />;
  return theme.kind === 'seller' ? (
    <SellerHeader palette={palette} {...theme} />
  ) : (
    <ColorBar palette={palette} color="stripe" height={6} />
  );
};

const EmailBody = ({ palette, content }: PaletteProps & { content: EmailContent }) => {
  const { background, fonts, light } = palette;
  return (
    <Row>
      <Column
        {...background('paper', 'c-ink pad')}
        style={{
          background: light('paper'),
          color: light('ink'),
          padding: '32px 32px 16px',
          borderRadius: '0 0 4px 4px',
          font: `400 16px/1.6 ${fonts.body}`,
        }}
      >
        <Heading
          className="c-ink"
          style={{
            margin: '0 0 16px',
            color: light('ink'),
            font: `700 26px/1.2 ${fonts.heading}`,
            letterSpacing: '-0.02em',
            textWrap: 'balance',
          }}
        >
          {content.title ?? content.subject}
        </Heading>
        {listBlocks(content.body).map(({ render }, index) => (
          <Fragment key={index}>{render(palette)}</Fragment>
        ))}
      </Column>
    </Row>
  );
};

const FooterRow = ({
  palette: { fonts, light },
  footer: { lines, links, address },
}: PaletteProps & { footer: EmailFooter }) => (
  <Row>
    <Column
      className="c-ink-3 pad"
      style={{ padding: '20px 32px 8px', color: light('ink-3'), font: `400 13px/1.6 ${fonts.body}` }}
    >
      {lines.join(' ')}
      {links.map(([label, href]) => (
        <span key={label}>
          <br />
          <Link className="c-ink-2" href={href} style={{ color: light('ink-2'), textDecoration: 'underline' }}>
            {label}
          </Link>
        </span>
      ))}
      {address !== null && (
        <>
          <br />
          {address}
        </>
      )}
    </Column>
  </Row>
);

type EmailFrameProps = { content: EmailContent; footer: EmailFooter; theme: EmailTheme };

/** The document around an email's body: a centered column of at most 600 pixels. */
export const EmailFrame = ({ content, footer, theme }: EmailFrameProps) => {
  const palette = createPalette(theme);
  return (
    <html lang="en" dir="ltr">
      <Head>
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="supported-color-schemes" content="light dark" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no, url=no" />
        <title>{content.subject}</title>
        <style>{palette.stylesheet}</style>
      </Head>
      <Body {...palette.background('counter')} style={{ margin: 0, padding: 0 }}>
        {/* The library's Preview pads the text with direction marks, which no text of ours may contain. */}
        <div style={{ display: 'none', maxHeight: 0, overflow: 'hidden', fontSize: 1, lineHeight: '1px' }}>
          {content.preview}
        </div>
        <Row {...palette.background('counter')} style={{ background: palette.light('counter') }}>
          <Column style={{ padding: '24px 12px' }}>
            <Container style={{ width: '100%', maxWidth: 600, textAlign: 'left' }}>
              <EmailHeader palette={palette} theme={theme} />
              <EmailBody palette={palette} content={content} />
              <FooterRow palette={palette} footer={footer} />
            </Container>
          </Column>
        </Row>
      </Body>
    </html>
  );
};
