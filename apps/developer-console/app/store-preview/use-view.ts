import { useLocale } from '@yunduo/app-shell';
import { LOCALES, type Locale } from '@yunduo/i18n';
import { useState } from 'react';
import { useSearchParams } from 'react-router';

export const WIDTHS = { phone: 390, desktop: 1280 } as const;
export type Width = keyof typeof WIDTHS;

/** On a phone the default preview is the phone's. */
const firstWidth = (): Width =>
  typeof matchMedia === 'function' && matchMedia('(width <= 720px)').matches ? 'phone' : 'desktop';

/** Language and width of the preview, stored in the address: links and reloads keep them. */
export function useView() {
  const page = useLocale();
  const [query, setQuery] = useSearchParams();
  const [first] = useState(firstWidth);
  const set = (part: { lang: Locale } | { width: Width }) =>
    setQuery(
      (now) => {
        for (const [name, value] of Object.entries(part)) now.set(name, value);
        return now;
      },
      { replace: true, preventScrollReset: true },
    );
  return {
    lang: LOCALES.find((locale) => locale === query.get('lang')) ?? page,
    width: query.get('width') === 'phone' ? 'phone' : query.get('width') === 'desktop' ? 'desktop' : first,
    setLang: (lang: Locale) => set({ lang }),
    setWidth: (width: Width) => set({ width }),
  } as const;
}
