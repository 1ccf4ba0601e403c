import { I18nProvider, UnhandledErrors } from '@yunduo/app-shell';
import type { i18n } from 'i18next';
import type { ReactNode } from 'react';
import { Outlet } from 'react-router';
import { FrameServices } from './frame-services.tsx';
import { useTranslations } from './words.ts';

/** Everything of one language: its words, the page, and overlays. */
export function LanguageFrame({ words, children }: { words: i18n; children?: ReactNode }) {
  return (
    <I18nProvider instance={words}>
      <SkipLink />
      {children ?? <Outlet />}
      <FrameServices />
      {/* With children it is the error page itself. */}
      {!children && <UnhandledErrors />}
    </I18nProvider>
  );
}

function SkipLink() {
  const t = useTranslations('frame');
  return (
    <a className="skip" href="#main">
      {t('skip')}
    </a>
  );
}
