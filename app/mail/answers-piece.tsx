import { Fragment } from 'react';

import { ANYWHERE, WHOLE } from './cells.ts';
import { usePaint } from './mail-style.ts';
import type { MailBlock } from './mail-words.ts';

type Props = Extract<MailBlock, { kind: 'answers' }>;

/** Each answer is below its question, because both may be long and answers may have several lines. */
export const AnswersPiece = ({ caption, rows }: Props) => {
  const { light } = usePaint();
  const line = `1px solid ${light('line')}`;
  return (
    <>
      <p className="c-ink-2" style={{ margin: '0 0 6px', color: light('ink-2'), fontSize: 14 }}>
        {caption}
      </p>
      <table {...WHOLE} style={{ margin: '0 0 20px' }}>
        <tbody>
          {rows.map(([question, answer], place) => (
            <tr key={place}>
              <td className="l-line" dir="auto" style={{ padding: '9px 0', borderTop: line, ...ANYWHERE }}>
                <span className="c-ink-2" style={{ color: light('ink-2'), fontSize: 14 }}>
                  {question}
                </span>
                <br />
                <span className="c-ink" dir="auto" style={{ color: light('ink'), fontWeight: 600 }}>
                  {answer.split('\n').map((part, at) => (
                    <Fragment key={at}>
                      {at > 0 && <br />}
                      {part}
                    </Fragment>
                  ))}
                </span>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
};
