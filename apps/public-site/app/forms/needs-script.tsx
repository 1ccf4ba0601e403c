import { useTranslations } from '../shell/words.ts';

/** Notice before a form that needs the application's scripts. */
export function NeedsScript() {
  const t = useTranslations('frame');
  return (
    <noscript>
      <p>{t('needs_script')}</p>
    </noscript>
  );
}
