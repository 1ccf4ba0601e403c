import type { DataOf, devApp } from '@yunduo/api-contract';
import { useFailureText, useLocale, useLocalePath, useSharedTranslations } from '@yunduo/app-shell';
import { handledByView, isApiFailure, useDevAppPreviewQuery } from '@yunduo/data-access';
import { deadlineOf, type Locale, localePath } from '@yunduo/i18n';
import { Badge, Button, buttonClass, EmptyState, PageHead, Skeleton } from '@yunduo/ui';
import { MINUTE, PREVIEW_TTL } from '@yunduo/validation';
import { useLocation } from 'react-router';
import { PATHS } from '../../paths.ts';
import { useTranslations } from '../../shell/words.ts';
import styles from './preview.module.css';
import { StoreView } from '../../store-preview/store-view.tsx';
import { useView } from '../../store-preview/use-view.ts';
import { ViewChoices } from '../../store-preview/view-choices.tsx';

/** Polling interval in milliseconds: the server decides when a link expires. */
const ASK_AGAIN = 60_000;

/** The shared preview for users without an account, until the link expires. */
export function SharedPreview({ token }: { token: string }) {
  const t = useTranslations('preview');
  const { data, error, isFetching, refetch } = useDevAppPreviewQuery(
    // The page itself reports an expired link.
    handledByView({ token }),
    { pollingInterval: ASK_AGAIN, skipPollingIfUnfocused: true },
  );
  const path = useLocalePath();
  const textOf = useFailureText();
  if (isApiFailure(error) && (error.status === 404 || error.status === 400)) {
    return (
      <>
        <PageHead title={t('title')} />
        <EmptyState
          failed
          title={t('dead.heading')}
          action={
            <a className={buttonClass} data-kind="primary" data-size="md" href={path('/store')}>
              {t('dead.store')}
            </a>
          }
        >
          {t('dead.text', { minutes: PREVIEW_TTL / MINUTE })}
        </EmptyState>
      </>
    );
  }
  if (data) return <Shared preview={data} />;
  if (error) {
    return (
      <>
        <PageHead title={t('title')} />
        <EmptyState
          failed
          title={t('failed.heading')}
          action={
            <Button busy={isFetching} onClick={() => void refetch()}>
              {t('failed.retry')}
            </Button>
          }
        >
          {isApiFailure(error) ? textOf(error) : t('failed.text')}
        </EmptyState>
      </>
    );
  }
  return <Skeleton label={t('loading')} rows={6} />;
}

type Preview = DataOf<typeof devApp.preview>;

/** A version may be released while its link is valid. */
const RELEASED: readonly Preview['review_status'][] = ['released', 'superseded', 'yanked'];

function Shared({ preview: { app, review_status, expires_at } }: { preview: Preview }) {
  const t = useTranslations('preview');
  const own = useTranslations('appPages');
  const store = useSharedTranslations('storeTerms');
  const locale = useLocale();
  const { search } = useLocation();
  const view = useView();
  const toLanguage = (lang: Locale) => location.assign(localePath(lang, PATHS.preview) + search);
  const name = app.name || own('no_name');
  return (
    <div className={styles.page}>
      <PageHead
        title={t('shared.heading', { name })}
        lead={
          <>
            <Badge>{review_status ? store(`review.${review_status}`) : t('shared.draft')}</Badge>{' '}
            <time dateTime={expires_at}>{t('shared.until', { at: deadlineOf(expires_at, locale) })}</time>{' '}
            {!(review_status && RELEASED.includes(review_status)) && t('shared.not_live')}
          </>
        }
      />
      <div className={styles.bar}>
        {/* The server answers in the page's language: the other language is another page. */}
        <ViewChoices view={{ ...view, lang: locale, setLang: toLanguage }} />
      </div>
      <StoreView app={{ ...app, name }} lang={locale} width={view.width} />
    </div>
  );
}
