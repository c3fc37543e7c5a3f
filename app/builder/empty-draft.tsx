import { LayoutTemplate } from 'lucide-react';
import { Link } from 'react-router';

/** Hint above the form of a page that is still empty. */
export const EmptyDraftHint = () => (
  <p className="b-blank-page small">
    <LayoutTemplate className="i" aria-hidden="true" />
    <span>
      An empty page. You can also <Link to="/pages?new=1">start from a template</Link>.
    </span>
  </p>
);
