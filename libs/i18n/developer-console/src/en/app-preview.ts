import type { Words } from '@yunduo/i18n';
import type { appPreview as zh } from '../zh/app-preview.ts';

export const appPreview = {
  title: 'Preview the app',
  description: 'Your app as the store will show it, before it is there.',
  language: { label: 'Language of the preview', zh: 'Chinese', en: 'English' },
  width: { label: 'Width of the preview', phone: 'Phone', desktop: 'Desktop' },
  frame: '{{name}} as the store shows it',
  loading: 'Setting up the preview',
  state: {
    saved: 'The draft as it is saved',
    unsaved_one: 'With {{count}} change that is not saved yet',
    unsaved_other: 'With {{count}} changes that are not saved yet',
    live: 'Edit in another window, and this one follows.',
    edit: 'Edit in a new window',
  },
  lacks: {
    missing_one: '{{count}} text is not written yet',
    missing_other: '{{count}} texts are not written yet',
    zh_one: '{{count}} text is not translated into Chinese: the store shows the English one',
    zh_other: '{{count}} texts are not translated into Chinese: the store shows the English ones',
    en_one: '{{count}} text is not translated into English: the store shows the Chinese one',
    en_other: '{{count}} texts are not translated into English: the store shows the Chinese ones',
    mark: '[Not written yet: {{field}}]',
    change: 'change {{number}}',
    screenshot: 'what screenshot {{number}} shows',
  },
  readers:
    'Saving, checking, comparing and sharing are for readers in the store: a preview has none of them.',
  share: {
    heading: 'Show it to somebody without an account',
    text: 'Make a link. For {{minutes}} minutes, whoever opens it sees the app without signing in.',
    what: 'What the link shows',
    the_draft: 'The draft as it is saved',
    the_version: 'Version {{version}} as it was handed in ({{state}})',
    make: 'Make a link',
    again: 'Make another',
    label: 'Link to the preview',
    copy: 'Copy the link',
    open: 'Open',
    until: 'Works until {{at}}, {{minutes}} min left',
    over: 'The link has expired.',
    unsaved: 'Unsaved changes are not in the link.',
  },
  shared: {
    heading: 'Preview: {{name}}',
    draft: 'Draft',
    until: 'Its developer shares this preview until {{at}}.',
    not_live: 'The store does not show it like this yet, and it may change.',
  },
  dead: {
    heading: 'This preview link no longer works',
    text: 'A link lives {{minutes}} minutes, or it was not copied whole. Ask the developer for a new one.',
    store: 'Visit the app store',
  },
  failed: {
    heading: 'The preview did not load',
    text: 'The server did not answer. Try again.',
    retry: 'Try again',
  },
} satisfies Words<typeof zh>;
