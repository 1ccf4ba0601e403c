import type { authCode, DataOf } from '@yunduo/api-contract';
import { Dialog, useLocale } from '@yunduo/app-shell';
import { dayOf } from '@yunduo/i18n';
import { Button, Icon, LiveRegion, Notice } from '@yunduo/ui';
import { useTranslations } from '../../../shell/words.ts';
import { saveFile } from '../save-file.ts';

export type IssuedFile = DataOf<typeof authCode.offlineRequest>;

/** The issued licence file: its validity, and another download. */
export function IssuedDialog({ answer, onClose }: { answer: IssuedFile; onClose: () => void }) {
  const t = useTranslations('licences');
  const locale = useLocale();
  const { filename, file, licence, expires_at: until } = answer;
  return (
    <Dialog
      title={t('offline_form.done_title')}
      onClose={onClose}
      footer={
        <Button onClick={() => saveFile(filename, file)}>
          <Icon name="download" />
          {t('offline_form.download', { file: filename })}
        </Button>
      }
    >
      <LiveRegion role="status">
        <Notice tone="good">
          <p>
            {t('offline_form.done_text', {
              name: licence.server?.name ?? '',
              tail: licence.code_tail,
              file: filename,
            })}
          </p>
        </Notice>
      </LiveRegion>
      <p>{t('offline_form.done_until', { date: dayOf(until, locale) })}</p>
      {licence.offline && (
        <p className="quiet">
          {t(licence.offline.receipt ? 'offline_form.done_receipt' : 'offline_form.done_old')}
        </p>
      )}
    </Dialog>
  );
}
