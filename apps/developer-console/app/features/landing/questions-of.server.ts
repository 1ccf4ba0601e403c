import { MINUTE, PREVIEW_TTL, REVIEW_APPEAL_DAYS, REVIEW_WORKING_DAYS } from '@yunduo/validation';
import MarkdownIt from 'markdown-it';

export interface Question {
  question: string;
  /** HTML, with the tags that the Markdown container allows. */
  answer: string;
}

const FIGURES: Readonly<Record<string, number>> = {
  days: REVIEW_WORKING_DAYS,
  appeal: REVIEW_APPEAL_DAYS,
  preview: PREVIEW_TTL / MINUTE,
};
const markdown = new MarkdownIt({ html: false });
// As in the API: the container preserves line breaks, so there is none between two tags.
markdown.renderer.renderToken = (tokens, index) => {
  const token = tokens[index];
  if (!token || token.hidden) return '';
  return `<${token.nesting === -1 ? '/' : ''}${token.tag}${markdown.renderer.renderAttrs(token)}>`;
};

/**
 * Parses questions and answers from Markdown while the landing page is prerendered: each second-level heading starts
 * one. `{{name}}` stands for a constant of the rules.
 * @throws if it names an unknown constant
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
