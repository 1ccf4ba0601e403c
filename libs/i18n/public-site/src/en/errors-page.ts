import type { Words } from '@yunduo/i18n';
import type { errorsPage as zh } from '../zh/errors-page.ts';

export const errorsPage = {
  not_found_title: 'No such page',
  server_error_title: 'This page did not open',
} satisfies Words<typeof zh>;
