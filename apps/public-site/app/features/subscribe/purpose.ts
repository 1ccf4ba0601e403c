/** What the link of a mail is for. */
export type Purpose = 'confirm' | 'unsubscribe';

/** From the query of the address; anything unknown confirms nothing by itself, so it is the harmless question. */
export const purposeOf = (query: URLSearchParams): Purpose =>
  query.get('do') === 'unsubscribe' ? 'unsubscribe' : 'confirm';
