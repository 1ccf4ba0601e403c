import type { cannedAnswers as zh } from '../zh/canned-answers.ts';

export const cannedAnswers: Record<keyof typeof zh, string> = {
  received: 'Thank you for your feedback. We have recorded it and will reply here once we have checked it.',
  details:
    'Thank you for your feedback. Please add the version of the client, the steps and the full error message, so that we can reproduce the problem.',
  fixed:
    'This is fixed in the latest version. Please update and try again. If it still happens, send us new feedback.',
  planned: 'Thank you for the suggestion. It is planned. The changelog will say when it is available.',
  declined: 'Thank you for the suggestion. We have considered it and do not plan to add it now.',
};
