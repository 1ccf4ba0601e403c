// The version requirement of a dependency or conflict, as the desktop client reads it: `8.2` means every 8.2.x, `3.0+`
// means 3.0 or newer, and an empty text means any version (docs/decisions/0088).

/** Of a store app, whose versions are x.x.x: one to three numbers without leading zeros. */
const OF_APP = /^(?:0|[1-9]\d{0,4})(?:\.(?:0|[1-9]\d{0,4})){0,2}\+?$/;
/** Of a system package, whose versions may be `20.04` or have more parts. */
const OF_PACKAGE = /^\d{1,9}(?:\.\d{1,9}){0,5}\+?$/;

/** True for an empty text and for a requirement in this grammar. */
export const isVersionConstraint = (text: string, of: 'app' | 'package'): boolean =>
  text === '' || (of === 'app' ? OF_APP : OF_PACKAGE).test(text);
