import type { LicenceWithCode } from '@yunduo/api-contract';
import { LocaleLink, useLocale } from '@yunduo/app-shell';
import { textAttributes } from '@yunduo/i18n';
import { buttonClass, type Column, Table } from '@yunduo/ui';
import { useTranslations } from '../../../shell/words.ts';
import { codePath } from '../panels.ts';
import { LicenceActions } from './licence-actions.tsx';
import { LicenceCode } from './licence-code.tsx';
import { LicenceState } from './licence-state.tsx';
import styles from './licences.module.css';
import { type Standing, standingOf } from './standing.ts';
import { Validity } from './validity.tsx';

/** Licences, each with its server, its end, and the most likely next action. */
export function LicenceTable({ list }: { list: readonly LicenceWithCode[] }) {
  const t = useTranslations('licences');
  const locale = useLocale();
  const urgent = mostUrgent(list);
  const columns: Column<LicenceWithCode>[] = [
    {
      key: 'code',
      header: t('code'),
      cell: ({ code, code_tail: tail, remark }) => (
        <>
          <LicenceCode code={code} tail={tail} />
          {remark && <small {...textAttributes(remark, locale)}>{remark}</small>}
        </>
      ),
    },
    { key: 'plan', header: t('plan'), cell: ({ plan }) => t(`plans.${plan}`) },
    {
      key: 'server',
      header: t('server'),
      cell: ({ server }) =>
        server ? <bdi>{server.name}</bdi> : <span className="quiet">{t('not_bound')}</span>,
    },
    { key: 'until', header: t('until'), cell: (licence) => <Validity licence={licence} /> },
    { key: 'state', header: t('state'), cell: (licence) => <LicenceState licence={licence} /> },
    {
      key: 'actions',
      header: t('actions'),
      kind: 'actions',
      cell: (licence) => (
        <>
          <LicenceActions licence={licence} most={1} calm={licence !== urgent} />
          <LocaleLink
            to={codePath(licence.id)}
            className={buttonClass}
            data-kind="bare"
            data-size="sm"
            aria-label={t('details_label', { tail: licence.code_tail })}
          >
            {t('details')}
          </LocaleLink>
        </>
      ),
    },
  ];
  return (
    <div className={styles.table}>
      <Table caption={t('table')} columns={columns} rows={list} rowKey={({ id }) => id} />
    </div>
  );
}

/**
 * States that need the owner, most urgent first: a term that ends can still be renewed, an unused code loses nothing
 * yet.
 */
const URGENCY: readonly Standing[] = ['ending', 'unbound', 'unused', 'unbound_permanent', 'expired'];

/** The one licence whose action is primary in the list: the first to end, of the most urgent state. */
function mostUrgent(list: readonly LicenceWithCode[]): LicenceWithCode | undefined {
  for (const standing of URGENCY) {
    const [first] = list
      .filter((licence) => standingOf(licence) === standing && licence.transfer === null)
      .sort((one, other) => (one.days_left ?? Infinity) - (other.days_left ?? Infinity));
    if (first) return first;
  }
  return undefined;
}
