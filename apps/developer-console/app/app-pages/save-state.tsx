import { useLocale } from '@yunduo/app-shell';
import type { AutosavedDraft } from '@yunduo/app-shell/autosaved-draft';
import { momentOf } from '@yunduo/i18n';
import { Button, LiveRegion, StatusDot } from '@yunduo/ui';
import { useState, useSyncExternalStore } from 'react';
import { useTranslations } from '../shell/words.ts';
import styles from './app-page.module.css';

interface SaveStateProps<T extends object, X> {
  draft: AutosavedDraft<T, X>;
  /** Time of the last save, if the server reports it. */
  savedAt?: string;
}

const REFUSALS: Readonly<Record<number, 'forbidden' | 'gone'>> = { 403: 'forbidden', 404: 'gone' };

/** Save status of a form that saves itself, and the remedy after an error. */
export function SaveState<T extends object, X>({ draft, savedAt }: SaveStateProps<T, X>) {
  const t = useTranslations('appPages');
  const locale = useLocale();
  const { status, dirty, conflicts, restored, rejection } = useSyncExternalStore(draft.subscribe, draft.get);
  // A conflict is not an error: it awaits a choice.
  const faulty = dirty.length - conflicts.length;
  const held = status === 'saved' && dirty.length > 0;
  const trouble = status === 'failed' || held;
  const message = [
    status === 'failed' && t(`save.${rejection ? (REFUSALS[rejection.status] ?? 'refused') : 'failed'}`),
    held && conflicts.length > 0 && t('save.clash', { count: conflicts.length }),
    held && faulty > 0 && t('save.held', { count: faulty }),
    status === 'saved' &&
      !held &&
      (savedAt ? t('save.saved', { at: momentOf(savedAt, locale) }) : t('save.stored')),
  ]
    .filter(Boolean)
    .join(' ');
  const reported = useTold(trouble, status === 'saved');
  return (
    <div className={styles.save} data-trouble={trouble || undefined}>
      <p data-save-state="">
        <StatusDot tone={trouble ? 'bad' : status === 'saved' ? 'good' : 'run'} />{' '}
        {/* Each pause in typing saves: a screen reader announces only errors, and once their end. */}
        <LiveRegion role="status" as="span">
          {reported && message}
        </LiveRegion>
        {!reported && (message || t('save.saving'))}
      </p>
      {rejection?.status === 400 && <p>{rejection.msg}</p>}
      {restored && <p className="quiet">{t('save.restored')}</p>}
      {status === 'failed' && (
        <Button kind="line" size="sm" onClick={() => void draft.flush()}>
          {t('save.retry')}
        </Button>
      )}
    </div>
  );
}

/** True if the status must be announced: errors, and the first save after one. */
function useTold(trouble: boolean, saved: boolean): boolean {
  const [phase, setPhase] = useState<'calm' | 'trouble' | 'over'>('calm');
  const next = trouble ? 'trouble' : phase !== 'calm' && saved ? 'over' : phase === 'over' ? 'calm' : phase;
  if (next !== phase) setPhase(next);
  return trouble || next === 'over';
}
