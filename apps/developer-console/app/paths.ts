/** The paths of the developer center, without language prefix. */
export const PATHS = {
  landing: '/developer-center',
  applications: '/developer-center/applications',
} as const;

/** Rendered by the build, in both languages. */
export const LANDING_PATHS = [PATHS.landing, `/en${PATHS.landing}`] as const;
