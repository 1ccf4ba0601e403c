import type { LicenceDetail } from '@yunduo/api-contract';
import { CopyButton, useLocale, useRefetchAt } from '@yunduo/app-shell';
import { isApiFailure, useLicenceDetailQuery } from '@yunduo/data-access';
import { momentOf, textAttributes } from '@yunduo/i18n';
import { type Fact, DescriptionList, Notice, PageHead } from '@yunduo/ui';
import { useTranslations } from '../../../shell/words.ts';
import { BackLink, DetailFallback } from '../detail-fallback.tsx';
import { LicenceEvents } from './licence-events.tsx';
import { LicenceHistory } from './licence-history.tsx';
import { LicenceActions } from './licence-actions.tsx';
import { LicenceCode } from './licence-code.tsx';
import { LicenceFiles } from './licence-files.tsx';
import { LicenceState } from './licence-state.tsx';
import styles from './licences.module.css';
import { standingOf, type Standing } from './standing.ts';
import { Validity } from './validity.tsx';

/** One licence: reason for its state and next step, facts, payments, and history. */
export function LicenceDetailView({ id }: { id: number }) {
  const { currentData, error, isFetching, refetch } = useLicenceDetailQuery(id, {
    refetchOnMountOrArgChange: true,
  });
  const { expires_at, grace_until, transfer } = currentData ?? {};
  useRefetchAt([expires_at, grace_until, transfer?.expires_at], refetch);
  const failure = isApiFailure(error) ? error : undefined;
  // It may have been transferred to another user meanwhile.
  if (currentData && failure?.status !== 404) return <WholeCode licence={currentData} />;
  return (
    <DetailFallback of="licences" failure={failure} retrying={isFetching} onRetry={() => void refetch()} />
  );
}

/** Gives a cloned server a new machine id, on which the fingerprint is based. */
const RESET_MACHINE_ID = 'rm -f /etc/machine-id /var/lib/dbus/machine-id && systemd-machine-id-setup';

const TONES = {
  unused: 'info',
  active: 'good',
  ending: 'warn',
  unbound: 'info',
  unbound_permanent: 'info',
  expired: 'warn',
  revoked: 'warn',
} as const satisfies Record<Standing, string>;

function WholeCode({ licence }: { licence: LicenceDetail }) {
  const t = useTranslations('licences');
  const { code, code_tail: tail, explain } = licence;
  return (
    <>
      <PageHead
        title={t('detail.title', { tail })}
        lead={
          <span className={styles.headline}>
            <LicenceCode code={code} tail={tail} />
            <LicenceState licence={licence} />
          </span>
        }
      >
        <BackLink of="licences" />
      </PageHead>
      <section className={styles.section} aria-labelledby="code-why">
        <h2 id="code-why" className="sr">
          {t('detail.why')}
        </h2>
        <Notice tone={TONES[standingOf(licence)]} title={explain.text}>
          <p>{explain.next.text}</p>
        </Notice>
        {licence.cloned && <Cloned cloned={licence.cloned} />}
        <div className={styles.buttons}>
          <LicenceActions licence={licence} />
        </div>
      </section>
      <Facts licence={licence} />
      <LicenceFiles licence={licence} />
      <LicenceHistory licence={licence} />
      <LicenceEvents events={licence.events} />
    </>
  );
}

/** Warns that two servers use the same identity, with the steps to fix the clone. */
function Cloned({ cloned }: { cloned: NonNullable<LicenceDetail['cloned']> }) {
  const t = useTranslations('licences');
  const locale = useLocale();
  const [one = '', other = ''] = cloned.networks;
  return (
    <Notice tone="warn" title={t('cloned.title', { one, other, time: momentOf(cloned.at, locale) })}>
      <p>{t('cloned.text')}</p>
      <p className={styles.fingerprint}>
        <code translate="no">{RESET_MACHINE_ID}</code>
        <CopyButton text={RESET_MACHINE_ID} label={t('cloned.copy')} />
      </p>
      <p>{t('cloned.after')}</p>
    </Notice>
  );
}

function Facts({ licence }: { licence: LicenceDetail }) {
  const t = useTranslations('licences');
  const locale = useLocale();
  const { server, unbind } = licence;
  const moment = (term: string, at: string | null): Fact[] =>
    at ? [{ term, value: <time dateTime={at}>{momentOf(at, locale)}</time> }] : [];
  return (
    <section aria-labelledby="code-facts">
      <h2 id="code-facts" className={styles.heading}>
        {t('detail.facts')}
      </h2>
      <DescriptionList
        layout="rows"
        className={styles.facts}
        items={[
          { term: t('plan'), value: t(`plans.${licence.plan}`) },
          { term: t('until'), value: <Validity licence={licence} /> },
          { term: t('server'), value: server ? <bdi>{server.name}</bdi> : t('not_bound') },
          ...(server
            ? [
                {
                  term: t('detail.fingerprint'),
                  value: (
                    <span className={styles.fingerprint}>
                      <code translate="no">{server.fingerprint}</code>
                      <CopyButton text={server.fingerprint} label={t('detail.copy_fingerprint')} />
                    </span>
                  ),
                },
              ]
            : []),
          ...moment(t('detail.bound_at'), server?.bound_at ?? null),
          ...moment(t('detail.started_at'), licence.started_at),
          ...moment(t('detail.last_seen'), licence.last_seen_at),
          {
            term: t('detail.unbind_left'),
            value: t('detail.unbind_left_value', {
              left: unbind.left,
              limit: unbind.limit,
              days: unbind.days,
            }),
          },
          ...(licence.remark
            ? [
                {
                  term: t('remark'),
                  value: <span {...textAttributes(licence.remark, locale)}>{licence.remark}</span>,
                },
              ]
            : []),
        ]}
      />
    </section>
  );
}
