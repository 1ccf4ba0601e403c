/** The paths of the developer center, without language prefix. */
export const PATHS = {
  landing: '/developer-center',
  applications: '/developer-center/applications',
  versions: '/developer-center/app-versions',
  listing: '/developer-center/app-edit',
  preview: '/developer-center/app-preview',
  controlPanel: '/developer-center/control-panel',
  webhooks: '/developer-center/webhooks',
  review: '/developer-center/review',
  desk: '/developer-center/desk',
} as const;

/** Prerendered by the build, in both languages. */
export const LANDING_PATHS = [PATHS.landing, `/en${PATHS.landing}`] as const;
