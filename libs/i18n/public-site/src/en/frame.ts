import type { Words } from '@yunduo/i18n';
import type { frame as zh } from '../zh/frame.ts';

export const frame = {
  skip: 'Skip to content',
  home: 'Home',
  navigation: 'Main',
  menu: 'Menu',
  sign_in: 'Sign in',
  account: 'My account',
  account_of: 'My account: {{name}}',
  back_to_top: 'Full circle: back to the top',
  nav: {
    'client-download': 'Download',
    'go-demo': 'Live demo',
    private: 'Self-host',
    auth: 'Licences',
    activity: 'Events',
    'developer-center': 'Developers',
    yetu: 'Forum',
    store: 'App store',
  },
  footer: { product: 'Product', support: 'Support', legal: 'Legal' },
  links: {
    'client-download': 'Download',
    store: 'App store',
    private: 'Self-host',
    auth: 'Licences',
    feedback: 'Send feedback',
    yetu: 'Forum',
    'developer-center': 'Developers',
    'dev-docs': 'Developer docs',
    about: 'About us',
    'support-mail': 'Write to us',
    'user-agreement': 'User agreement',
    'privacy-policy': 'Privacy policy',
    'developer-agreement': 'Developer agreement',
  },
} satisfies Words<typeof zh>;
