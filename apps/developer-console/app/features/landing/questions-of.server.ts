import { MINUTE, PREVIEW_TTL, REVIEW_APPEAL_DAYS, REVIEW_WORKING_DAYS } from '@yunduo/validation';
import MarkdownIt from 'markdown-it';

export interface Question {
  question: string;
  /** HTML, of the tags that a container of Markdown takes. */
  answer: string;
}

const FIGURES: Readonly<Record<string, number>> = {
  days: REVIEW_WORKING_DAYS,
  appeal: REVIEW_APPEAL_DAYS,
  preview: PREVIEW_TTL / MINUTE,
};
const markdown = new MarkdownIt({ html: false });
// As the API does it: the container shows each line break, so none stands between two tags.
markdown.renderer.renderToken = (tokens, index) => {
  const token = tokens[index];
  if (!token || token.hidden) return '';
  return `<${token.nesting === -1 ? '/' : ''}${token.tag}${markdown.renderer.renderAttrs(token)}>`;
};

/**
 * Questions and answers of a Markdown text, read while the landing page is prerendered: each heading of the second level begins one. `{{name}}` stands for a figure
 * of the rules.
 * @throws when it names a figure that there is not
 */
export function questionsOf(text: string): Question[] {
  const filled = text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => {
    const figure = FIGURES[name];
    if (figure === undefined) throw new Error(`the questions name an unknown figure: ${name}`);
    return String(figure);
  });
  return filled
    .split(/^## /m)
    .slice(1)
    .map((part) => {
      const [question = '', ...answer] = part.split('\n');
      return { question: question.trim(), answer: markdown.render(answer.join('\n')).trim() };
    });
}
