import type { Words } from '@yunduo/i18n';
import type { frame as zh } from '../zh/frame.ts';

export const frame = {
  title: 'Developer center',
  skip: 'Skip to content',
  nav: 'Developer center',
  home: 'Overview',
  applications: 'Applications',
  documents: 'Developer docs',
  to_site: 'Back to the site',
  other_language: '中文',
  sign_in: 'Sign in',
  account: 'Your account',
  loading: 'Opening',
  new_build: {
    heading: 'The developer center has a new version',
    text: 'Reload to use it. Save what you are writing first.',
    reload: 'Reload',
    later: 'Later',
  },
  not_found: {
    title: 'Page not found',
    heading: 'Nothing lives here',
    text: '{{path}} is not in the developer center. The address may be wrong, or the page has moved.',
    home: 'Back to the overview',
    applications: 'Your applications',
  },
  failed: {
    title: 'Something broke',
    heading: 'This page did not open',
    text: 'The fault is ours. Try again, or go to another page.',
    retry: 'Try again',
    home: 'Back to the overview',
  },
} satisfies Words<typeof zh>;
