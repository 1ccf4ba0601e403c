/** The path as a person would write it; one that is not valid UTF-8 stays encoded. */
export function readablePath(pathname: string): string {
  try {
    return decodeURI(pathname);
  } catch {
    return pathname;
  }
}
