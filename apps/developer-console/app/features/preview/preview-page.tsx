import type { AppDetail, DevAppDetail, DevVersion } from '@yunduo/api-contract';
import { LocaleLink } from '@yunduo/app-shell';
import { useStoreCatalogueQuery } from '@yunduo/data-access';
import { LiveRegion, Notice } from '@yunduo/ui';
import { useMemo, useState } from 'react';
import { useSearchParams } from 'react-router';
import { AppPage } from '../../app-pages/app-page.tsx';
import { VERSION_FIELDS } from '../../app-pages/checklist.tsx';
import { useCurrentDraft } from '../../app-pages/use-current-draft.ts';
import { PATHS } from '../../paths.ts';
import { useDeveloperTerms, useTranslations } from '../../shell/words.ts';
import { toStoreListing } from '../../store-preview/to-store-listing.ts';
import { missingTextsIn, type Lacking } from './missing-texts.ts';
import styles from './preview.module.css';
import { ShareLink } from './share-link.tsx';
import { SharedPreview } from './shared-preview.tsx';
import { StoreView } from '../../store-preview/store-view.tsx';
import { useView } from '../../store-preview/use-view.ts';
import { ViewChoices } from '../../store-preview/view-choices.tsx';

/** An app as the store will show it: to its developer (`?id=`), or to the holder of a share link (`?token=`). */
export function PreviewPage() {
  const [query] = useSearchParams();
  const token = query.get('token');
  if (token !== null) return <SharedPreview key={token} token={token} />;
  return <AppPage here="preview">{(detail) => <OwnPreview key={detail.id} detail={detail} />}</AppPage>;
}

/** States of submitted versions: the draft may have changed since. */
const HANDED_IN: readonly DevVersion['review_status'][] = [
  'in_review',
  'changes_requested',
  'rejected',
  'approved',
];

/** The draft of the developer's own app, including unsaved changes, in either language and width. */
function OwnPreview({ detail }: { detail: DevAppDetail }) {
  const t = useTranslations('preview');
  const { draft, unsaved } = useCurrentDraft(detail);
  const view = useView();
  const { lang, width } = view;
  const related = draft.relations.some(({ app_key }) => app_key !== null);
  const { data: catalogue } = useStoreCatalogueQuery(undefined, { skip: !related });
  const [now] = useState(() => new Date());
  const nameField = useFieldName();

  const coming = detail.versions.find(({ id }) => id === detail.open_version_id);
  const lacking = useMemo(() => missingTextsIn(lang, draft, coming), [lang, draft, coming]);
  const app = toStoreListing(detail, draft, {
    locale: lang,
    catalogue: catalogue?.list,
    now,
  });
  return (
    <div className={styles.page}>
      <div className={styles.bar}>
        <LiveRegion role="status" as="p" className={styles.state}>
          <b>{unsaved > 0 ? t('state.unsaved', { count: unsaved }) : t('state.saved')}</b>{' '}
          <span className="quiet">{t('state.live')}</span>{' '}
          <LocaleLink to={`${PATHS.listing}?id=${detail.id}`} target="_blank" rel="noopener">
            {t('state.edit')}
          </LocaleLink>
        </LiveRegion>
        <div className={styles.choices}>
          <ViewChoices view={view} />
        </div>
      </div>
      {(['missing', lang] as const).map((kind) => {
        const some = lacking.filter(({ untranslated }) => untranslated === (kind === lang));
        return (
          some.length > 0 && (
            <Notice
              key={kind}
              tone={kind === 'missing' ? 'warn' : undefined}
              title={t(`lacks.${kind}`, { count: some.length })}
            >
              <ul className={styles.lacking}>
                {some.map((one) => (
                  <li key={one.path}>
                    <LocaleLink to={wayTo(detail.id, one)}>{nameField(one)}</LocaleLink>
                  </li>
                ))}
              </ul>
            </Notice>
          )
        );
      })}
      <StoreView
        app={marked(app, (field) => t('lacks.mark', { field: nameField({ field }) }))}
        lang={lang}
        width={width}
      />
      <p className="quiet">{t('readers')}</p>
      <ShareLink
        id={detail.id}
        submitted={detail.versions.filter(({ review_status }) => HANDED_IN.includes(review_status))}
        lang={lang}
        unsaved={unsaved > 0}
      />
    </div>
  );
}

/** Label of a missing text. */
function useFieldName(): (one: Pick<Lacking, 'field' | 'number'>) => string {
  const t = useTranslations('preview');
  const terms = useDeveloperTerms();
  return ({ field, number }) => {
    if (field === 'screenshots' && number) return t('lacks.screenshot', { number });
    if (field === 'changes' && number) return t('lacks.change', { number });
    return terms(`field.${field}`);
  };
}

function wayTo(id: number, { field, path }: Lacking): string {
  return VERSION_FIELDS.has(field)
    ? `${PATHS.versions}?id=${id}#version-${path}`
    : `${PATHS.listing}?id=${id}&at=${encodeURIComponent(path)}`;
}

/** Where the store would show nothing, the preview marks the missing text. */
function marked(app: AppDetail, mark: (field: Lacking['field']) => string): AppDetail {
  return {
    ...app,
    name: app.name || mark('name'),
    intro: app.intro || mark('intro'),
    description: app.description || `<p>${mark('details')}</p>`,
    screenshots: app.screenshots.map((shot) => ({ ...shot, alt: shot.alt || mark('screenshots') })),
  };
}
