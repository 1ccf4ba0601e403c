import type { DevAppDetail, DevVersion } from '@yunduo/api-contract';
import { lazyWithRetry, LocaleLink } from '@yunduo/app-shell';
import { Button, buttonClass, Card, Field, LiveRegion, Skeleton, TextInput } from '@yunduo/ui';
import { APP_DESCRIPTION_MAX, APP_INTRO_MAX, APP_NAME } from '@yunduo/validation';
import { type ReactNode, useEffect, useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { Checklist, submittedOf, VERSION_FIELDS } from '../../app-pages/checklist.tsx';
import { AppPage } from '../../app-pages/app-page.tsx';
import { SaveState } from '../../app-pages/save-state.tsx';
import { PATHS } from '../../paths.ts';
import { useTranslations } from '../../shell/words.ts';
import { AppContext, useEditedApp } from './app-id.ts';
import { BothField } from './both-field.tsx';
import { Architectures, Category, Systems } from './compatibility.tsx';
import { Details } from './details.tsx';
import styles from './listing.module.css';
import { Homepage, Keywords, Licence } from './facts.tsx';
import { Logo } from './logo.tsx';
import { Screenshots } from './screenshots.tsx';
import { DraftContext, useDraft, useDraftState, useField, useListingDraft } from './use-listing-draft.ts';
import { controlId, focusPath, useFieldError } from './use-field-error.ts';

// They are last on the page, and the relations bring their own search: the page does not wait for them.
const WORDS = {
  zh: () => import('@yunduo/i18n-developer-console/zh/needs'),
  en: () => import('@yunduo/i18n-developer-console/en/needs'),
};
const Requirements = lazyWithRetry(() => import('./requirements.tsx'), { words: WORDS });
const Relations = lazyWithRetry(() => import('./relations.tsx'), { words: WORDS });
const Conflicts = lazyWithRetry(() => import('./conflicts.tsx'), { words: WORDS });

/** The app's store listing in both languages, saved while typing. */
export function ListingPage() {
  return <AppPage here="edit">{(detail) => <Edit key={detail.id} detail={detail} />}</AppPage>;
}

function Edit({ detail }: { detail: DevAppDetail }) {
  const draft = useListingDraft(detail);
  const [query] = useSearchParams();
  const path = query.get('at');
  const [showMissing, setShowMissing] = useState(path !== null);
  const open = detail.versions.find(({ id }) => id === detail.open_version_id);
  const app = useMemo(
    () => ({
      id: detail.id,
      suggestions: open?.suggestions ?? [],
      answerable: open?.editable ?? false,
      keyFixed: detail.app_key_fixed,
    }),
    [detail.id, detail.app_key_fixed, open],
  );
  const context = useMemo(() => ({ draft, showMissing }), [draft, showMissing]);
  // The checklist of the versions links to the incomplete field.
  useEffect(() => {
    if (path) focusPath(path);
  }, [path]);
  return (
    <AppContext value={app}>
      <DraftContext value={context}>
        <div className={styles.page}>
          <form className={styles.form} onSubmit={(event) => event.preventDefault()} noValidate>
            <DraftConflicts />
            <Sections />
          </form>
          <Aside
            id={detail.id}
            submitted={submittedOf(detail)}
            alone={detail.status === 'published' && !open}
            onAsk={() => setShowMissing(true)}
          />
        </div>
      </DraftContext>
    </AppContext>
  );
}

/** Conflicts are rare: the page does not wait for them. */
function DraftConflicts() {
  const some = useDraftState(({ conflicts }) => conflicts.length > 0);
  return <LiveRegion role="alert">{some && <Conflicts />}</LiveRegion>;
}

const SECTIONS = ['names', 'kind', 'pictures', 'details', 'facts', 'requirements', 'relations'] as const;
type SectionName = (typeof SECTIONS)[number];

function Sections() {
  const t = useTranslations('listing');
  const waiting = <Skeleton label={t('apps_loading')} rows={2} />;
  return (
    <>
      <Section name="names">
        <BothField field="name" max={APP_NAME.max} />
        <BothField field="intro" max={APP_INTRO_MAX} rows={2} />
        <BothField field="description" max={APP_DESCRIPTION_MAX} rows={3} optional />
        <AppKey />
      </Section>
      <Section name="kind">
        <Category />
        <Systems />
        <Architectures />
      </Section>
      <Section name="pictures">
        <Logo />
        <Screenshots />
      </Section>
      <Section name="details">
        <Details />
      </Section>
      <Section name="facts">
        <Licence />
        <Homepage />
        <Keywords />
      </Section>
      <Section name="requirements">
        <Requirements waiting={waiting} />
      </Section>
      <Section name="relations">
        <Relations waiting={waiting} />
      </Section>
    </>
  );
}

interface SectionProps {
  name: SectionName;
  children: ReactNode;
}

function Section({ name, children }: SectionProps) {
  const t = useTranslations('listing');
  return (
    <section className={styles.section}>
      <h2 id={name}>{t(`section.${name}`)}</h2>
      <div className={styles.fields}>{children}</div>
    </section>
  );
}

/** Links to the sections: the form is several screens long. */
function SectionNav() {
  const t = useTranslations('listing');
  return (
    <nav className={styles.sections} aria-label={t('sections')}>
      {SECTIONS.map((name) => (
        <a key={name} href={`#${name}`}>
          {t(`section.${name}`)}
        </a>
      ))}
    </nav>
  );
}

interface AsideProps {
  id: number;
  submitted: DevVersion | undefined;
  /** True if the listing can be submitted without a version. */
  alone: boolean;
  onAsk: () => void;
}

function Aside({ id, submitted, alone, onAsk }: AsideProps) {
  const t = useTranslations('listing');
  const { draft } = useDraft();
  const { changed, savedAt, ...all } = useDraftState(({ extra }) => extra);
  // An unchanged listing can only be submitted with a version.
  const listing = alone && changed && all.checks.filter(({ field }) => !VERSION_FIELDS.has(field));
  const checks = listing || all.checks;
  const ready = listing ? listing.every(({ ok }) => ok) : all.ready;
  return (
    <aside className={styles.aside}>
      <SaveState draft={draft} savedAt={savedAt} />
      <SectionNav />
      <LocaleLink to={`${PATHS.preview}?id=${id}`} target="_blank" rel="noopener">
        {t('preview')}
      </LocaleLink>
      <Card title={t('checks')}>
        <Checklist
          checks={checks}
          submitted={submitted}
          way={(check, path, label) =>
            VERSION_FIELDS.has(check.field) ? (
              <LocaleLink to={`${PATHS.versions}?id=${id}#version-${path}`}>{label}</LocaleLink>
            ) : (
              <Button
                kind="bare"
                size="sm"
                className={styles.way}
                onClick={() => {
                  onAsk();
                  focusPath(path);
                }}
              >
                {label}
              </Button>
            )
          }
        />
        <LocaleLink
          className={buttonClass}
          data-kind={ready && submitted?.review_status !== 'in_review' ? 'primary' : 'line'}
          data-size="md"
          to={`${PATHS.versions}?id=${id}`}
        >
          {t('to_versions')}
        </LocaleLink>
      </Card>
    </aside>
  );
}

/** The key by which clients identify the app; fixed after the first submission. */
function AppKey() {
  const t = useTranslations('listing');
  const { keyFixed } = useEditedApp();
  const { value, change } = useField('app_key');
  return (
    <Field
      id={controlId('app_key')}
      label={t('app_key.label')}
      hint={t(keyFixed ? 'app_key.fixed' : 'app_key.hint')}
      error={useFieldError('app_key')('app_key')}
    >
      {(control) => (
        <TextInput
          {...control}
          className="num"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          readOnly={keyFixed}
          value={value}
          onChange={({ target }) => change(target.value)}
        />
      )}
    </Field>
  );
}
