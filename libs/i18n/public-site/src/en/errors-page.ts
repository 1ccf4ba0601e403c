import type { Words } from '@yunduo/i18n';
import type { errorsPage as zh } from '../zh/errors-page.ts';

export const errorsPage = {
  not_found_title: 'Page not found',
  server_error_title: 'Something went wrong',
  store: 'Go to app store',
  unpublished: 'Installed copies are not affected. Search the app store for other apps.',
  replacement: 'View “{{app}}”, which replaces it',
} satisfies Words<typeof zh>;
