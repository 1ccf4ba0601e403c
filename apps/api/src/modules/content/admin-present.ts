import type { AdminArticle, ArticleVersion } from '@yunduo/api-contract';
import type { ArticleContent, articleVersions } from '../../db/schema/index.ts';
import type { Files } from '../../files.ts';
import { pictureAddress } from './present.ts';
import { contentOf, type EditedArticle } from './articles.ts';

function presentContent(content: ArticleContent, files: Files): AdminArticle['content'] {
  const { place, position, title, intro, html, picture, linkText, linkHref, facts } = content;
  return {
    use_to: place,
    position,
    title,
    intro,
    html,
    picture,
    picture_url: pictureAddress(picture, files),
    link: linkText && linkHref ? { text: linkText, href: linkHref } : null,
    facts,
  };
}

const presentSchedule = ({ schedule, revision }: EditedArticle): AdminArticle['schedule'] =>
  schedule && {
    publish_at: schedule.publishAt?.toISOString() ?? null,
    end_at: schedule.endAt?.toISOString() ?? null,
    by: schedule.actor,
    outdated: schedule.publishAt !== null && schedule.revision !== revision,
  };

/** An article as editors see it: the draft, and what visitors currently see. */
export const presentForEditor =
  (files: Files) =>
  (row: EditedArticle): AdminArticle => {
    const live = contentOf(row);
    return {
      id: row.id,
      revision: row.revision,
      status: row.status,
      content: presentContent(row.draft ?? live, files),
      published: row.status === 'published' ? presentContent(live, files) : null,
      changed: row.status !== 'published' || row.draft !== null,
      updated_at: row.updatedAt.toISOString(),
      updated_by: row.updatedBy,
      schedule: presentSchedule(row),
    };
  };

export const presentVersion = (row: typeof articleVersions.$inferSelect, files: Files): ArticleVersion => ({
  id: row.id,
  published_at: row.publishedAt?.toISOString() ?? null,
  published_by: row.publishedBy,
  content: presentContent(row.content, files),
});
