import { LocaleLink, useAppSelector, useSessionEnd } from '@yunduo/app-shell';
import { useUserInfoQuery } from '@yunduo/data-access';
import { selectSignedIn, selectUser } from '@yunduo/session';
import { buttonClass, EmptyState, PageHead, Skeleton } from '@yunduo/ui';
import { useSearchParams } from 'react-router';
import { PATHS } from '../../paths.ts';
import { isReviewer } from '../../shell/roles.ts';
import { useTranslations } from '../../shell/words.ts';
import { PartFailed } from '../../parts/part-failed.tsx';
import { Queue } from './queue.tsx';
import { ReviewFile } from './review-file.tsx';

/** The review desk: the queue, or with `?id=` one version, which reminder mails link to. */
export function ReviewPage() {
  const t = useTranslations('review');
  useSessionEnd();
  const [query] = useSearchParams();
  const signedIn = useAppSelector(selectSignedIn);
  const user = useAppSelector(selectUser);
  const who = useUserInfoQuery(undefined, { skip: !signedIn });
  // Without the punctuation of a sentence around the link.
  const id = Number(/^\d+\b/.exec(query.get('id') ?? '')?.[0]);
  if (!user) {
    return (
      <>
        <PageHead title={t('heading')} />
        {who.error ? (
          <PartFailed retrying={who.isFetching} onRetry={() => void who.refetch()} />
        ) : (
          <Skeleton label={t('loading')} rows={4} />
        )}
      </>
    );
  }
  if (!isReviewer(user)) return <NotReviewer />;
  // A change of version remounts the view: input for one must not reach another.
  return query.has('id') ? <ReviewFile key={id} id={id} /> : <Queue />;
}

function NotReviewer() {
  const t = useTranslations('review');
  return (
    <>
      <PageHead title={t('heading')} />
      <EmptyState
        title={t('not_reviewer.heading')}
        action={
          <LocaleLink className={buttonClass} data-kind="primary" data-size="md" to={PATHS.applications}>
            {t('not_reviewer.action')}
          </LocaleLink>
        }
      >
        {t('not_reviewer.text')}
      </EmptyState>
    </>
  );
}
