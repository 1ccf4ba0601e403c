import { useWords } from '../shell/words.ts';

/** Before a form that only the application can send. */
export function NeedsScript() {
  const t = useWords('frame');
  return (
    <noscript>
      <p>{t('needs_script')}</p>
    </noscript>
  );
}
