import type { Words } from '@yunduo/i18n';
import type { errorsPage as zh } from '../zh/errors-page.ts';

export const errorsPage = {
  not_found_title: 'Page not found',
  server_error_title: 'Something went wrong',
} satisfies Words<typeof zh>;
