import type { DevVersion } from '@yunduo/api-contract';
import {
  CopyButton,
  useCountdown,
  useFailureText,
  useLocale,
  usePassed,
  useSharedTranslations,
} from '@yunduo/app-shell';
import { handledByView, isApiFailure, useDevAppPreviewTokenMutation } from '@yunduo/data-access';
import { deadlineOf, localePath, type Locale } from '@yunduo/i18n';
import { Button, buttonClass, Field, LiveRegion, Select, TextInput } from '@yunduo/ui';
import { MINUTE, PREVIEW_TTL } from '@yunduo/validation';
import { useState } from 'react';
import { PATHS } from '../../paths.ts';
import { useDeveloperTerms, useTranslations } from '../../shell/words.ts';
import styles from './preview.module.css';

interface Link {
  /** What it shows: a submitted version, or the draft. */
  of: number | null;
  url: string;
  expiresAt: string;
  /** Expiry on this device's clock, which may be wrong: epoch milliseconds. */
  until: number;
}

interface ShareLinkProps {
  id: number;
  /** Submitted versions that are not released: each can be shown as submitted. */
  submitted: readonly Pick<DevVersion, 'id' | 'listing' | 'version' | 'review_status'>[];
  /** The preview's current language. */
  lang: Locale;
  /** True if some changes are not saved on the server. */
  unsaved: boolean;
}

/** Share link for users without an account: created on request, shown with its remaining time. */
export function ShareLink({ id, submitted, lang, unsaved }: ShareLinkProps) {
  const t = useTranslations('preview');
  const store = useSharedTranslations('storeTerms');
  const terms = useDeveloperTerms();
  const [versionId, setVersionId] = useState<number | null>(null);
  const [make, { isLoading, error }] = useDevAppPreviewTokenMutation();
  const textOf = useFailureText();
  const [made, setMade] = useState<Link | null>(null);
  const share = async () => {
    const { data } = await make(handledByView({ id, ...(versionId !== null && { version_id: versionId }) }));
    if (!data) return;
    const url = new URL(data.url);
    url.pathname = localePath(lang, PATHS.preview);
    setMade({
      of: versionId,
      url: url.href,
      expiresAt: data.expires_at,
      until: Date.now() + data.expires_in * 1000,
    });
  };
  // Another selection may be made while the link comes.
  const link = made?.of === versionId ? made : null;
  const over = usePassed(link?.until ?? null);
  return (
    <section className={styles.share} aria-labelledby="share">
      <h2 id="share">{t('share.heading')}</h2>
      <p>{t('share.text', { minutes: PREVIEW_TTL / MINUTE })}</p>
      {submitted.length > 0 && (
        <Field label={t('share.what')}>
          {(control) => (
            <Select
              {...control}
              value={versionId ?? ''}
              onChange={({ target }) => setVersionId(target.value === '' ? null : Number(target.value))}
            >
              <option value="">{t('share.the_draft')}</option>
              {submitted.map(({ id: one, listing, version, review_status }) => (
                <option key={one} value={one}>
                  {t('share.the_version', {
                    version: listing ? terms('listing') : version,
                    state: store(`review.${review_status}`),
                  })}
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      {unsaved && versionId === null && <p className="quiet">{t('share.unsaved')}</p>}
      {link && !over && <Made key={link.url} link={link} />}
      <LiveRegion role="status" as="p">
        {link && over && t('share.over')}
      </LiveRegion>
      <LiveRegion role="alert" as="p" className={styles.fault}>
        {isApiFailure(error) && textOf(error)}
      </LiveRegion>
      <div className={styles.ways}>
        {link && !over && (
          <>
            <CopyButton text={link.url} label={t('share.copy')} withText />
            <a
              className={buttonClass}
              data-kind="line"
              data-size="sm"
              href={link.url}
              target="_blank"
              rel="noopener noreferrer"
            >
              {t('share.open')}
            </a>
          </>
        )}
        <Button kind={link ? 'bare' : 'line'} size="sm" busy={isLoading} onClick={() => void share()}>
          {t(link ? 'share.again' : 'share.make')}
        </Button>
      </div>
    </section>
  );
}

/** The link, with its remaining time. */
function Made({ link: { url, expiresAt, until } }: { link: Link }) {
  const t = useTranslations('preview');
  const locale = useLocale();
  const minutes = Math.ceil(useCountdown(until) / 60);
  return (
    <Field
      label={t('share.label')}
      hint={
        <time dateTime={expiresAt}>{t('share.until', { at: deadlineOf(expiresAt, locale), minutes })}</time>
      }
    >
      {(control) => (
        <TextInput
          {...control}
          className="num"
          readOnly
          value={url}
          onFocus={({ target }) => target.select()}
        />
      )}
    </Field>
  );
}
