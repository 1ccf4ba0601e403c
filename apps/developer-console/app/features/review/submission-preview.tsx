import type { ReviewDetail } from '@yunduo/api-contract';
import { useStoreCatalogueQuery } from '@yunduo/data-access';
import { useMemo, useState } from 'react';
import { toStoreListing, type StoreFacts } from '../../store-preview/to-store-listing.ts';
import { StoreView } from '../../store-preview/store-view.tsx';
import { useView } from '../../store-preview/use-view.ts';
import { ViewChoices } from '../../store-preview/view-choices.tsx';
import styles from './review-file.module.css';

/** The submission as its store page would look, in either language and width. */
export default function SubmissionPreview({ data }: { data: ReviewDetail }) {
  const view = useView();
  const { lang, width } = view;
  const related = data.content.relations.some(({ app_key }) => app_key !== null);
  const { data: catalogue } = useStoreCatalogueQuery(undefined, { skip: !related });
  const [now] = useState(() => new Date());
  const app = useMemo(
    () =>
      toStoreListing(
        factsOf(data),
        { ...data.content, app_key: data.app.app_key },
        { locale: lang, catalogue: catalogue?.list, now },
      ),
    [data, lang, catalogue, now],
  );
  return (
    <div className={styles.preview}>
      <div className={styles.choices}>
        <ViewChoices view={view} />
      </div>
      <StoreView app={app} lang={lang} width={width} />
    </div>
  );
}

/** The submission as a release. A listing alone is shown with the version that is already in the store. */
function factsOf({
  app,
  developer,
  publisher,
  facts,
  listing,
  version_id,
  review_status,
}: ReviewDetail): StoreFacts {
  const maker = developer?.nickname ?? '';
  return {
    id: app.id,
    status: listing ? 'published' : 'pending_release',
    download_num: app.download_num,
    open_version_id: listing ? null : version_id,
    current_version_id: listing ? version_id : null,
    versions: [
      {
        ...facts,
        id: version_id,
        listing: false,
        review_status: listing ? 'released' : review_status,
        released_at: null,
      },
    ],
    listing: {
      developer: publisher?.name ?? { zh: maker, en: maker },
      ...(publisher && { publisher: publisher.more }),
      source: app.source,
      certified: app.certified,
      free: app.free,
      downloads: app.downloads,
      repo_url: facts.repo_url,
      first_published_at: app.first_published_at,
    },
  };
}
