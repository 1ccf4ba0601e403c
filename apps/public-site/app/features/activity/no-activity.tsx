import { LocaleLink } from '@yunduo/app-shell';
import { buttonClass, EmptyState, PageHead } from '@yunduo/ui';
import { useWords } from '../../shell/words.ts';

/** Nothing on, nothing to come, nothing past. */
export function NoActivity() {
  const t = useWords('activity');
  return (
    <div className="wrap">
      <PageHead title={t('heading')} />
      <EmptyState
        title={t('none.title')}
        action={
          <LocaleLink className={buttonClass} data-kind="line" data-size="md" to="/#email">
            {t('none.action')}
          </LocaleLink>
        }
      >
        {t('none.text')}
      </EmptyState>
    </div>
  );
}
