import { LayoutTemplate } from 'lucide-react';
import { Link } from 'react-router';

/** Stands above the form of a page on which nothing was typed yet. */
export const EmptyDraft = () => (
  <p className="b-blank-page small">
    <LayoutTemplate className="i" aria-hidden="true" />
    <span>
      An empty page. You can also <Link to="/pages?new=1">start from a template</Link>.
    </span>
  </p>
);
