import { Plus } from 'lucide-react';

import type { FaqEntry } from '#content/landing-faq.ts';

type Props = { title: string; questions: readonly FaqEntry[] };

/** Questions of which one is open at a time. `script/questions.ts` replaces `<details name>` where it is unsupported. */
export const FaqSection = ({ title, questions }: Props) => (
  <section className="wrap sec questions" aria-labelledby="questions-title">
    <h2 className="d2" id="questions-title">
      {title}
    </h2>
    <div>
      {questions.map(({ question, answer }, index) => (
        <details key={question} name="questions" open={index === 0}>
          <summary>
            <h3>{question}</h3>
            <Plus className="i" aria-hidden="true" />
          </summary>
          <p>{answer}</p>
        </details>
      ))}
    </div>
  </section>
);
