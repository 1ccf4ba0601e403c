import type { ReactNode } from 'react';
import { pageWindow } from './page-window.ts';
import styles from './pagination.module.css';

/** Props for the link to a page; spread them on the app's own link. */
export interface PageLinkProps {
  children: ReactNode;
  rel?: 'prev' | 'next';
  'aria-label'?: string;
  'aria-current'?: 'page';
}

interface PaginationProps {
  words: { label: string; previous: string; next: string; page: (page: number) => string };
  /** From 1. */
  page: number;
  pages: number;
  /** Renders the link: `(page, props) => <LocaleLink to={…} {...props} />`. */
  link: (page: number, props: PageLinkProps) => ReactNode;
}

/** Pagination as links. Nothing if there is only one page. */
export function Pagination({ words, page, pages, link }: PaginationProps) {
  if (pages < 2) return null;
  // New links for each page: the pressed one goes, and the focus moves to the list's heading (`keepFocus`), although the
  // next page came before the old one was replaced.
  return (
    <nav key={page} className={styles.pages} aria-label={words.label}>
      <ul>
        {page > 1 && <li>{link(page - 1, { rel: 'prev', children: words.previous })}</li>}
        {pageWindow(page, pages).map((number, index) =>
          number === null ? (
            <li key={`gap-${index}`} aria-hidden="true">
              …
            </li>
          ) : (
            <li key={number}>
              {link(number, {
                children: number,
                'aria-label': words.page(number),
                ...(number === page && { 'aria-current': 'page' }),
              })}
            </li>
          ),
        )}
        {page < pages && <li>{link(page + 1, { rel: 'next', children: words.next })}</li>}
      </ul>
    </nav>
  );
}
