/** The sections of `/login` and their value of the query `section`; sign-in is the page without one. */
export const SECTIONS = ['sign-in', 'register', 'reset', 'undo-email', 'not-me'] as const;
export type Section = (typeof SECTIONS)[number];

/** Sections reachable only by a link in a mail. */
export const MAIL_SECTIONS: readonly Section[] = ['undo-email', 'not-me'];

export const sectionOf = (query: URLSearchParams): Section =>
  SECTIONS.find((section) => section === query.get('section')) ?? 'sign-in';

/** Path of another section, which keeps the return target. */
export function sectionPath(section: Section, query: URLSearchParams): string {
  const remaining = new URLSearchParams();
  if (section !== 'sign-in') remaining.set('section', section);
  for (const name of ['from', 'r_url']) {
    const value = query.get(name);
    if (value) remaining.set(name, value);
  }
  const text = remaining.toString();
  return text ? `/login?${text}` : '/login';
}

/** The key of a section's title. */
export const SECTION_WORDS = {
  'sign-in': 'sign_in',
  register: 'register',
  reset: 'reset',
  'undo-email': 'undo',
  'not-me': 'not_me',
} as const satisfies Record<Section, string>;
