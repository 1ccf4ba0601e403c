import type { DevAppDetail, DevVersion } from '@yunduo/api-contract';
import { lazyWithRetry, LocaleLink, useSharedWords } from '@yunduo/app-shell';
import { Button, buttonClass, Card, Skeleton } from '@yunduo/ui';
import { APP_DESCRIPTION_MAX, APP_INTRO_MAX, APP_NAME } from '@yunduo/validation';
import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { useSearchParams } from 'react-router';
import { Checklist, submittedOf, VERSION_FIELDS } from '../../own-app/checklist.tsx';
import { Clashes } from '../../own-app/clashes.tsx';
import type { AppDraft } from '../../own-app/app-draft.ts';
import { OwnAppPage } from '../../own-app/own-app-page.tsx';
import { PATHS } from '../../paths.ts';
import { useDeveloperTerms } from '../../shell/developer-terms.ts';
import { useWords } from '../../shell/words.ts';
import { AppContext } from './app-id.ts';
import { AppKey } from './app-key.tsx';
import { BothField } from './both-field.tsx';
import { Architectures, Category, Systems } from './compatibility.tsx';
import { Details } from './details.tsx';
import styles from './edit.module.css';
import { Homepage, Keywords, Licence, Requirements } from './facts.tsx';
import { Logo } from './logo.tsx';
import { SaveState } from './save-state.tsx';
import { Screenshots } from './screenshots.tsx';
import { DraftContext, useDraft, useDraftState, useAppDraft } from './use-draft.ts';
import { focusPath } from './use-fault.ts';

// It stands last and brings a search of its own: the page does not wait for it.
const Relations = lazyWithRetry(() => import('./relations.tsx'));

/** Everything that the store will say about an app, in both languages, saved while it is being written. */
export function EditPage() {
  return <OwnAppPage here="edit">{(detail) => <Edit key={detail.id} detail={detail} />}</OwnAppPage>;
}

function Edit({ detail }: { detail: DevAppDetail }) {
  const draft = useAppDraft(detail);
  const [query] = useSearchParams();
  const path = query.get('at');
  const [asked, setAsked] = useState(path !== null);
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
  const context = useMemo(() => ({ draft, asked }), [draft, asked]);
  // The checklist of the versions leads to the field that lacks something.
  useEffect(() => {
    if (path) focusPath(path);
  }, [path]);
  return (
    <AppContext value={app}>
      <DraftContext value={context}>
        <div className={styles.page}>
          <form className={styles.form} onSubmit={(event) => event.preventDefault()} noValidate>
            <DraftClashes />
            <Sections />
          </form>
          <Aside id={detail.id} submitted={submittedOf(detail)} onAsk={() => setAsked(true)} />
        </div>
      </DraftContext>
    </AppContext>
  );
}

/** What is chosen from a list, in the words of the list; texts and pictures speak for themselves. */
function useShown(): (field: keyof AppDraft, draft: AppDraft) => unknown {
  const t = useWords('appEdit');
  const store = useSharedWords('storeTerms');
  return (field, draft) => {
    switch (field) {
      case 'category':
        return draft.category && store(`category.${draft.category}`);
      case 'os':
        return draft.os.map((os) => store(`os.${os}`));
      case 'arch':
        return draft.arch.map((arch) => store(`arch.${arch}`));
      case 'relations':
        return draft.relations.map((relation) => ({ ...relation, kind: t(`relations.${relation.kind}`) }));
      default:
        return draft[field];
    }
  };
}

function DraftClashes() {
  const t = useWords('appEdit');
  const terms = useDeveloperTerms();
  const { draft } = useDraft();
  const state = useDraftState((whole) => whole);
  const shown = useShown();
  const clashes = state.clashes.map((field) => ({
    field,
    name: field === 'app_key' ? t('app_key.label') : terms(`field.${field}`),
    mine: shown(field, state.content),
    theirs: shown(field, state.base),
  }));
  return <Clashes clashes={clashes} choose={(field, whose) => draft.choose(field, whose)} />;
}

function Sections() {
  const t = useWords('appEdit');
  return (
    <>
      <Section title={t('section.names')}>
        <BothField field="name" max={APP_NAME.max} />
        <BothField field="intro" max={APP_INTRO_MAX} rows={2} />
        <BothField field="description" max={APP_DESCRIPTION_MAX} rows={3} optional />
        <AppKey />
      </Section>
      <Section title={t('section.kind')}>
        <Category />
        <Systems />
        <Architectures />
      </Section>
      <Section title={t('section.pictures')}>
        <Logo />
        <Screenshots />
      </Section>
      <Section title={t('section.details')}>
        <Details />
      </Section>
      <Section title={t('section.facts')}>
        <Licence />
        <Homepage />
        <Keywords />
      </Section>
      <Section title={t('section.requirements')} note={t('requirements_hint')}>
        <Requirements />
      </Section>
      <Section title={t('section.relations')} note={t('relations.hint')}>
        <Relations waiting={<Skeleton label={t('relations.loading')} rows={2} />} />
      </Section>
    </>
  );
}

function Section({ title, note, children }: { title: string; note?: string; children: ReactNode }) {
  return (
    <section className={styles.section}>
      <h2>{title}</h2>
      {note && <p className="quiet">{note}</p>}
      <div className={styles.fields}>{children}</div>
    </section>
  );
}

interface AsideProps {
  id: number;
  submitted: DevVersion | undefined;
  onAsk: () => void;
}

function Aside({ id, submitted, onAsk }: AsideProps) {
  const t = useWords('appEdit');
  const checks = useDraftState((state) => state.checks);
  const ready = useDraftState((state) => state.ready);
  return (
    <aside className={styles.aside}>
      <SaveState />
      <LocaleLink to={`${PATHS.appPreview}?id=${id}`} target="_blank" rel="noopener">
        {t('preview')}
      </LocaleLink>
      <Card title={t('checks')}>
        <Checklist
          checks={checks}
          submitted={submitted}
          way={(check, path, label) =>
            VERSION_FIELDS.has(check.field) ? (
              <LocaleLink to={`${PATHS.appVersions}?id=${id}#version-${path}`}>{label}</LocaleLink>
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
          to={`${PATHS.appVersions}?id=${id}`}
        >
          {t('to_versions')}
        </LocaleLink>
      </Card>
    </aside>
  );
}
