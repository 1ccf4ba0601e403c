import type { ReviewDetail } from '@yunduo/api-contract';
import {
  lazyWithRetry,
  LocaleLink,
  useLocale,
  useLocalePath,
  useSharedTranslations,
  useShownFailure,
} from '@yunduo/app-shell';
import { handledByForm, isApiFailure, useReviewDetailQuery } from '@yunduo/data-access';
import { deadlineOf, isolate, localized, momentOf } from '@yunduo/i18n';
import {
  Badge,
  buttonClass,
  DescriptionList,
  EmptyState,
  LiveRegion,
  Notice,
  PageHead,
  Skeleton,
} from '@yunduo/ui';
import { MINUTE } from '@yunduo/validation';
import { useEffect, useRef, useState } from 'react';
import { PATHS } from '../../paths.ts';
import { storeWords } from '../../store-preview/store-words.ts';
import { useTranslations } from '../../shell/words.ts';
import { ClaimBar } from './claim-bar.tsx';
import { Content } from './content.tsx';
import { DecisionPanel } from './decision-panel.tsx';
import { Difference } from './difference.tsx';
import { PartFailed } from '../../parts/part-failed.tsx';
import { useTitleOf } from '../../parts/use-title-of.ts';
import styles from './review-file.module.css';
import { StaffFactor, staffFactorOf } from './staff-factor.tsx';

/** One submission, with everything needed for a decision. */
export function ReviewFile({ id }: { id: number }) {
  const t = useTranslations('review');
  const [input] = useState(() => handledByForm({ version_id: id }));
  const known = Number.isSafeInteger(id) && id > 0;
  const { data, error, isFetching, refetch } = useReviewDetailQuery(input, {
    skip: !known,
    refetchOnMountOrArgChange: true,
    // Colleagues claim and decide at the same time, and a claim ends without activity.
    pollingInterval: MINUTE,
    skipPollingIfUnfocused: true,
  });
  const factor = staffFactorOf(error);
  const rejection =
    isApiFailure(error) && !factor && (error.status === 404 || error.status === 400) ? error : null;
  const missing = !known || rejection !== null;
  useShownFailure(data ? null : rejection);
  if (factor) return <StaffFactor failure={factor} />;
  return (
    <>
      <p className={styles.back}>
        <LocaleLink to={PATHS.review}>{t('file.back')}</LocaleLink>
      </p>
      {data ? (
        <File data={data} />
      ) : missing ? (
        <EmptyState
          as="h1"
          failed
          title={t('file.missing')}
          action={
            <LocaleLink className={buttonClass} data-kind="primary" data-size="md" to={PATHS.review}>
              {t('file.back')}
            </LocaleLink>
          }
        >
          {t('file.missing_text')}
        </EmptyState>
      ) : error ? (
        <PartFailed as="h1" retrying={isFetching} onRetry={() => void refetch()} />
      ) : (
        <Skeleton label={t('file.loading')} rows={6} />
      )}
    </>
  );
}

function File({ data }: { data: ReviewDetail }) {
  const t = useTranslations('review');
  const terms = useSharedTranslations('storeTerms');
  const locale = useLocale();
  // The submission whose decision came too late.
  const [late, setLate] = useState<number | null>(null);
  const { content, facts, round, appeal, own, rejected_by_reader, review_status: status } = data;
  const statusText = terms(`review.${status}`);
  const reviewed = status === 'in_review';
  const name = `${isolate(localized(content.name, locale) || data.app.app_key)} ${facts.version}`;
  useTitleOf(name);
  // The notice is many screens above the decision panel, which unmounts after the refetch: it takes the focus.
  const lateNotice = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (late !== null) lateNotice.current?.focus();
  }, [late, status, round]);
  return (
    <>
      <PageHead
        title={name}
        lead={
          <span className={styles.state}>
            {t('file.round', { round })}
            <Badge tone={reviewed ? 'brand' : 'neutral'}>{statusText}</Badge>
            {appeal && <Badge tone="warn">{t('file.appeal')}</Badge>}
            {data.listing && <Badge tone="brand">{t('queue.listing')}</Badge>}
          </span>
        }
      />
      <div className={styles.notices}>
        <LiveRegion role="alert">
          {late !== null && (
            <div ref={lateNotice} tabIndex={-1}>
              <Notice tone="warn" title={t('file.changed_heading')}>
                <p>
                  {reviewed && round !== late
                    ? t('file.changed_new')
                    : t('file.changed_text', { status: statusText })}
                </p>
              </Notice>
            </div>
          )}
        </LiveRegion>
        {own && <Notice title={t('file.own')} />}
        {data.app.taken_down && <Notice tone="warn" title={t('file.taken_down')} />}
        {rejected_by_reader && <Notice title={t('file.rejected_by_reader')} />}
        {!reviewed && late === null && <Notice title={t('file.closed', { status: statusText })} />}
        {reviewed && !own && !rejected_by_reader && <ClaimBar data={data} />}
        <LookAlikes apps={data.look_alikes} />
      </div>
      <Facts data={data} />
      <div className={styles.file} data-panel={data.decidable || undefined}>
        <div className={styles.main}>
          <Preview data={data} />
          <Difference difference={data.difference} />
          <Content data={data} />
          <History
            rounds={data.rounds}
            timeline={data.timeline}
            reviewed={reviewed ? round : null}
            waiting={<Skeleton label={t('loading')} shape="text" rows={4} />}
          />
        </div>
        {data.decidable && (
          <DecisionPanel data={data}>
            <Decision
              key={round}
              data={data}
              onLate={() => setLate(round)}
              waiting={<Skeleton label={t('loading')} shape="text" rows={4} />}
            />
          </DecisionPanel>
        )}
      </div>
    </>
  );
}

// Its form comes with Formik, which a page that is only read does not need.
const Decision = lazyWithRetry(() => import('./decision.tsx'));
// The end of the page.
const History = lazyWithRetry(() => import('./history.tsx'));
const SubmissionPreview = lazyWithRetry(() => import('./submission-preview.tsx'), {
  words: storeWords,
});

/** The resulting store page; rendered when needed. */
function Preview({ data }: { data: ReviewDetail }) {
  const t = useTranslations('review');
  const [open, setOpen] = useState(false);
  return (
    <details className={styles.fold} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('file.preview')}</summary>
      {open && <SubmissionPreview data={data} waiting={<Skeleton label={t('file.loading')} rows={6} />} />}
    </details>
  );
}

/** Dates and author. */
function Facts({ data }: { data: ReviewDetail }) {
  const t = useTranslations('review');
  const locale = useLocale();
  const { submitted_at, due_at, overdue, due_soon, working_days_left, developer, publisher, app } = data;
  return (
    <div className={styles.facts}>
      <DescriptionList
        layout="columns"
        items={[
          {
            term: t('file.submitted'),
            value: submitted_at ? <time dateTime={submitted_at}>{momentOf(submitted_at, locale)}</time> : '–',
          },
          ...(due_at
            ? [
                {
                  term: t('file.due'),
                  value: (
                    <>
                      <time dateTime={due_at}>{deadlineOf(due_at, locale)}</time>{' '}
                      {overdue || due_soon ? (
                        <Badge tone={overdue ? 'bad' : 'warn'} icon="alert">
                          {t(overdue ? 'file.late' : 'file.soon')}
                        </Badge>
                      ) : (
                        working_days_left !== null && (
                          <span className="quiet">{t('queue.left', { count: working_days_left })}</span>
                        )
                      )}
                    </>
                  ),
                },
              ]
            : []),
          { term: t('file.app_id'), value: <span className="num">{app.app_key}</span> },
          { term: t('file.developer'), value: <bdi>{developer?.nickname ?? t('queue.nobody')}</bdi> },
          ...(publisher
            ? [
                {
                  term: t('file.publisher'),
                  value: (
                    <>
                      {[...new Set([publisher.name[locale], publisher.name.zh, publisher.name.en])]
                        .filter(Boolean)
                        .map(isolate)
                        .join(' / ')}{' '}
                      {publisher.more.verified_host && (
                        <Badge tone="good" icon="check">
                          {publisher.more.verified_host}
                        </Badge>
                      )}
                    </>
                  ),
                },
              ]
            : []),
          { term: t('file.store'), value: app.store_name?.[locale] ?? t('file.store_none') },
        ]}
      />
    </div>
  );
}

/** Apps with confusingly similar names: shown before everything else. */
function LookAlikes({ apps }: { apps: ReviewDetail['look_alikes'] }) {
  const t = useTranslations('review');
  const terms = useSharedTranslations('storeTerms');
  const locale = useLocale();
  const path = useLocalePath();
  if (apps.length === 0) return null;
  return (
    <Notice tone="warn" title={t('alike.heading')}>
      <p>{t('alike.text', { count: apps.length })}</p>
      <ul>
        {apps.map(({ app_id, app_key, name, status }) => (
          <li key={app_id}>
            {status === 'published' ? (
              <a href={path(`/store/${app_id}`)} target="_blank" rel="noreferrer">
                {name[locale]}
                <span className="sr"> ({t('content.open')})</span>
              </a>
            ) : (
              name[locale]
            )}{' '}
            <span className="num">{app_key}</span> · {terms(`status.${status}`)}
          </li>
        ))}
      </ul>
    </Notice>
  );
}
