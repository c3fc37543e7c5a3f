import { Column } from '@react-email/column';
import { Row } from '@react-email/row';
import { Text } from '@react-email/text';

import { formatDetails, MONO_FONT, type Detail } from './email-blocks.tsx';
import type { EmailBlock } from './email-content.ts';
import { BREAK_ANYWHERE, type EmailPalette } from './email-palette.ts';

type ReceiptLineProps = { light: EmailPalette['light']; line: Detail; isFirst?: boolean; isTotal?: boolean };

const ReceiptLine = ({ light, line: [name, amount], isFirst = false, isTotal = false }: ReceiptLineProps) => {
  const className = `c-ink l-line ${isTotal ? 'total' : 'line'}`;
  const style = {
    color: light('ink'),
    fontWeight: isTotal ? 700 : 400,
    fontSize: isTotal ? 17 : 14,
    lineHeight: 1.5,
    verticalAlign: 'top',
    paddingTop: isFirst ? 12 : 2,
    ...(isFirst && { borderTop: `2px dotted ${light('line')}` }),
  };
  return (
    <Row style={isFirst ? { marginTop: 10 } : {}}>
      <Column className={className} width="60%" dir="auto" style={{ ...style, ...BREAK_ANYWHERE, paddingRight: 12 }}>
        {name}
      </Column>
      <Column className={className} align="right" style={{ ...style, whiteSpace: 'nowrap' }}>
        {amount}
      </Column>
    </Row>
  );
};

type ReceiptProps = { seller: string; number: string; dateTime: string; lines: readonly Detail[]; total: Detail };

/** The receipt in a monospaced font. Its last line is the total. */
export const receipt = ({ seller, number, dateTime, lines, total }: ReceiptProps): EmailBlock => ({
  text: `${[seller, number, dateTime].join('\n')}\n\n${formatDetails([...lines, total])}`,
  render: ({ background, light }) => (
    <Row {...background('counter')} style={{ margin: '4px 0 24px', background: light('counter') }}>
      <Column className="paper" style={{ padding: '18px 20px', fontFamily: MONO_FONT }}>
        <ReceiptLine light={light} line={[seller, number]} />
        <Text
          className="c-ink-2"
          style={{ margin: 0, color: light('ink-2'), fontFamily: MONO_FONT, fontSize: 13, lineHeight: 1.5 }}
        >
          {dateTime}
        </Text>
        {lines.map((line, index) => (
          <ReceiptLine key={index} light={light} line={line} isFirst={index === 0} />
        ))}
        <ReceiptLine light={light} line={total} isFirst isTotal />
      </Column>
    </Row>
  ),
});
