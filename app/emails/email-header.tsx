import { SITE } from '#content/site.ts';

import type { EmailTheme } from './email-content.ts';
import { BREAK_ANYWHERE, usePalette } from './email-palette.ts';

const FONT = "Archivo,'Helvetica Neue',Helvetica,Arial,sans-serif";

/** The logo built from table cells, because most inboxes block images. */
const EmailLogo = () => {
  const { light } = usePalette();
  return (
    <table role="presentation" cellPadding={0} cellSpacing={0} border={0} aria-hidden="true">
      <tbody>
        <tr>
          <td
            width={32}
            height={32}
            align="center"
            valign="middle"
            style={{
              width: 32,
              height: 32,
              borderRadius: 8,
              background: light('brass'),
              color: light('on-brass'),
              font: `800 21px/32px ${FONT}`,
            }}
          >
            T
          </td>
        </tr>
      </tbody>
    </table>
  );
};

/** Header with the app's logo. */
const BrandHeader = () => {
  const { background: fill, light } = usePalette();
  return (
    <>
      <tr>
        <td {...fill('enamel')} style={{ background: light('enamel'), borderRadius: '16px 16px 0 0' }}>
          <table role="presentation" cellPadding={0} cellSpacing={0} border={0}>
            <tbody>
              <tr>
                <td className="pad-left" style={{ padding: '18px 0 18px 32px' }}>
                  <EmailLogo />
                </td>
                <td
                  style={{
                    padding: '18px 32px 18px 10px',
                    color: light('on-enamel'),
                    font: `700 18px/32px ${FONT}`,
                    letterSpacing: '-0.02em',
                  }}
                >
                  {SITE.name}
                </td>
              </tr>
            </tbody>
          </table>
        </td>
      </tr>
      <ColorBar color="enamel-deep" height={8} />
    </>
  );
};

const ColorBar = ({ color, height }: { color: 'enamel-deep' | 'stripe'; height: number }) => {
  const { background: fill, light } = usePalette();
  return (
    <tr>
      <td {...fill(color)} height={height} style={{ height, background: light(color), fontSize: 0, lineHeight: 0 }}>
        &nbsp;
      </td>
    </tr>
  );
};

/**
 * A logo on white in both color schemes, because logos are designed for it. Hidden in Outlook for Windows, which does
 * not support WebP. `src` must be one of the app's own URLs, so it needs no escaping.
 */
const renderLogoCell = (src: string): string =>
  `<!--[if !mso]><!--><table role="presentation" cellpadding="0" cellspacing="0" border="0"><tr><td bgcolor="#ffffff" style="background:#ffffff;border-radius:6px;padding:6px 8px"><img src="${src}" alt="" style="display:block;border:0;width:auto;height:auto;max-width:150px;max-height:44px"></td></tr></table><!--<![endif]-->`;

const SellerHeader = ({ name, logo }: { name: string; logo: string | null }) => {
  const { background: fill, light } = usePalette();
  return (
    <>
      <ColorBar color="stripe" height={6} />
      <tr>
        <td {...fill('paper', 'pad')} style={{ background: light('paper'), padding: '22px 32px 0' }}>
          <table role="presentation" cellPadding={0} cellSpacing={0} border={0}>
            <tbody>
              <tr>
                {logo && (
                  // oxlint-disable-next-line jsx-a11y/control-has-associated-label -- the next cell has the name
                  <td
                    valign="middle"
                    style={{ padding: '0 10px 0 0' }}
                    dangerouslySetInnerHTML={{ __html: renderLogoCell(logo) }}
                  />
                )}
                <td
                  className="c-ink"
                  dir="auto"
                  valign="middle"
                  style={{
                    color: light('ink'),
                    font: `700 16px/1.3 ${FONT}`,
                    ...BREAK_ANYWHERE,
                  }}
                >
                  {name}
                </td>
              </tr>
            </tbody>
          </table>
        </td>
      </tr>
    </>
  );
};

export const EmailHeader = ({ theme }: { theme: EmailTheme }) => {
  if (theme.kind === 'house') return <BrandHeader />;
  return theme.kind === 'seller' ? <SellerHeader {...theme} /> : <ColorBar color="stripe" height={6} />;
};
