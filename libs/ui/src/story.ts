import type { ReactElement } from 'react';

type Say = (zh: string, en: string) => string;

/** A story in both languages: the toolbar chooses which of its two arguments `say` returns. */
export function story(view: (say: Say) => ReactElement) {
  return {
    render: (_args: unknown, { globals }: { globals: Record<string, unknown> }) =>
      view((zh, en) => (globals.locale === 'en' ? en : zh)),
  };
}
