/** Text as it may stand between tags and in quoted attributes, of HTML and of XML. */
export const escape = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
