import { Fragment } from 'react';

import { BREAK_ANYWHERE, LAYOUT_TABLE_PROPS } from './cells.ts';
import { usePalette } from './mail-style.ts';
import type { EmailBlock } from './mail-words.ts';

type Props = Extract<EmailBlock, { kind: 'answers' }>;

/** Each answer is below its question, because both may be long and answers may have several lines. */
export const AnswersBlock = ({ caption, rows }: Props) => {
  const { light } = usePalette();
  const borderStyle = `1px solid ${light('line')}`;
  return (
    <>
      <p className="c-ink-2" style={{ margin: '0 0 6px', color: light('ink-2'), fontSize: 14 }}>
        {caption}
      </p>
      <table {...LAYOUT_TABLE_PROPS} style={{ margin: '0 0 20px' }}>
        <tbody>
          {rows.map(([question, answer], index) => (
            <tr key={index}>
              <td className="l-line" dir="auto" style={{ padding: '9px 0', borderTop: borderStyle, ...BREAK_ANYWHERE }}>
                <span className="c-ink-2" style={{ color: light('ink-2'), fontSize: 14 }}>
                  {question}
                </span>
                <br />
                <span className="c-ink" dir="auto" style={{ color: light('ink'), fontWeight: 600 }}>
                  {answer.split('\n').map((answerLine, lineIndex) => (
                    <Fragment key={lineIndex}>
                      {lineIndex > 0 && <br />}
                      {answerLine}
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
