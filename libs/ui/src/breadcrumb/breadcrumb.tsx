import { Children, type ReactNode } from 'react';
import styles from './breadcrumb.module.css';

interface BreadcrumbProps {
  label: string;
  /** Links from the top level down; the current page comes last, as text. */
  children: ReactNode;
}

/** The path of a page: `<Breadcrumb label="…"><Link/>Nginx</Breadcrumb>`. */
export function Breadcrumb({ label, children }: BreadcrumbProps) {
  const steps = Children.toArray(children);
  return (
    <nav className={styles.crumbs} aria-label={label}>
      <ol>
        {steps.map((step, index) => (
          <li key={index} aria-current={index === steps.length - 1 ? 'page' : undefined}>
            {step}
          </li>
        ))}
      </ol>
    </nav>
  );
}
