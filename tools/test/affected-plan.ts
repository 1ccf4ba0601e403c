/** The folders of browser tests, one for each web app. */
export const SUITES = ['public-site', 'developer-console'];

/** The browser tests that a change asks for: an app’s own; all when the API or the tests themselves changed. */
export function browserSuites(projects: readonly string[]): string[] {
  const all = projects.includes('api') || projects.includes('e2e');
  return SUITES.filter((suite) => all || projects.includes(suite));
}

/** The apps whose image a change makes anew. */
export const imagesOf = (projects: readonly string[]): string[] =>
  ['api', ...SUITES].filter((app) => projects.includes(app));

/** Files that a formatter knows. */
export const formatted = (files: readonly string[]): string[] =>
  files.filter((file) => /\.(tsx?|mts|mjs|jsx?|css|json|md|ya?ml)$/.test(file));
