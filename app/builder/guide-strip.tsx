import { Check, X } from 'lucide-react';

import { Button } from '#app/ui/key.tsx';

import type { GuideStep } from './guide-steps.ts';

type GuideBannerProps = {
  steps: readonly GuideStep[];
  next: GuideStep | null;
  onStepClick: (name: GuideStep['name']) => void;
  onDismiss: () => void;
};

/** Onboarding guide with four steps to a first page, shown as a banner above the editor. */
export const GuideBanner = ({ steps, next, onStepClick, onDismiss }: GuideBannerProps) => (
  <aside className="b-guide b-strip" aria-label="Your first page">
    <b className="b-guide-title">Your first page</b>
    <ol>
      {steps.map((step, index) => (
        <li key={step.name} data-done={step.done} aria-current={step === next ? 'step' : undefined}>
          <button type="button" onClick={() => onStepClick(step.name)}>
            <span className="b-guide-sign" aria-hidden="true">
              {step.done ? <Check className="i" /> : index + 1}
            </span>
            <span>
              <span className="vh">
                Step {index + 1} of {steps.length}:{' '}
              </span>
              {step.text}
              {step.done && <span className="vh">, done</span>}
            </span>
          </button>
        </li>
      ))}
    </ol>
    <Button variant="bare" size="sm" className="icon" aria-label="Put the guide away" onClick={onDismiss}>
      <X className="i" aria-hidden="true" />
    </Button>
  </aside>
);
