import type { Words } from '../words.ts';
import type { cards as zh } from '../zh/cards.ts';

export const cards = {
  home: {
    title: 'A hundred servers,\none pair of hands.',
    text: 'A visual client for Linux servers: terminal, files, MySQL and scheduled tasks.',
  },
  about: { title: 'About us', text: 'Who we are, why we build this client, and how to reach us.' },
  'client-download': {
    title: 'Download the client',
    text: 'For Windows 10/11 and macOS, with a SHA-256 checksum for every file.',
  },
  private: {
    title: 'Private deployment',
    text: 'Your data stays on your network. Installed in 3 to 5 minutes.',
  },
  auth: {
    title: 'Pricing',
    text: 'One authorization code activates one server. The term starts when you first bind it.',
  },
  application: {
    title: 'App guide',
    text: 'What each official app is for, what it requires, and how to install and upgrade it.',
  },
  store: {
    title: 'App store',
    text: 'Packaged and tested server software, installed on many servers at once.',
  },
  activity: { title: 'Events', text: 'Current events, their rules and how to take part.' },
  feedback: {
    title: 'Send feedback',
    text: 'Suggestions, defects and documentation issues, sent to the product team.',
  },
  protocol: {
    title: 'Agreements',
    text: 'The full text of every version, with its effective date and checksum.',
  },
  'developer-center': {
    title: 'Ship your app\nto real servers.',
    text: 'Submit a version and release it after the review. No fees, no commission.',
  },
  developers: {
    title: 'API reference',
    text: 'Parameters, responses and error codes of every call, with examples and test vectors.',
  },
} satisfies Words<typeof zh>;
