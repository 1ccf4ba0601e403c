import type { AdminArticle } from '@yunduo/api-contract';
import type { ArticleContent } from '../../db/schema/index.ts';
import { contentOf, type ArticleRow } from './articles.ts';

function presentContent(content: ArticleContent): AdminArticle['content'] {
  const { place, position, title, intro, html, picture, linkText, linkHref, facts } = content;
  return {
    use_to: place,
    position,
    title,
    intro,
    html,
    picture,
    link: linkText && linkHref ? { text: linkText, href: linkHref } : null,
    facts,
  };
}

/** An article as editors see it: what they go on with, and what visitors read meanwhile. */
export function presentForEditor(row: ArticleRow): AdminArticle {
  const live = contentOf(row);
  return {
    id: row.id,
    revision: row.revision,
    status: row.status,
    content: presentContent(row.draft ?? live),
    published: row.status === 'published' ? presentContent(live) : null,
    changed: row.status !== 'published' || row.draft !== null,
    updated_at: row.updatedAt.toISOString(),
  };
}
