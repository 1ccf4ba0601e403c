import type { DevAppItem } from '@yunduo/api-contract';
import type { Locale } from '@yunduo/i18n';
import type { Files } from '../../files.ts';
import { humanCount } from '../text/human.ts';
import type { listOwnApps } from './list.ts';

type Row = Awaited<ReturnType<typeof listOwnApps>>['rows'][number];

export function presentOwnApp(row: Row, locale: Locale, files: Files): DevAppItem {
  return {
    id: row.id,
    app_key: row.appKey,
    name: row.name[locale],
    intro: row.intro[locale],
    logo: row.logo === null ? null : files.url(row.logo),
    status: row.status,
    review_status: row.reviewStatus,
    version: row.version,
    // A date is promised while a reviewer has the turn, and not otherwise.
    due_at: row.reviewStatus === 'in_review' && row.dueAt ? row.dueAt.toISOString() : null,
    download_num: row.downloadCount,
    human_download_num: humanCount(row.downloadCount, locale),
    updated_at: row.updatedAt.toISOString(),
  };
}
