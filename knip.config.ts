import type { KnipConfig } from 'knip';

// What no import leads to and no file uses (`npm run unused`). An entry below is started by its path, from a command
// line, a worker, a build or another process; an ignored name carries the reason for which a search does not see its use.
export default {
  // A type that goes with an exported function may be exported, too.
  ignoreExportsUsedInFile: { interface: true, type: true },
  // Its map leads to bundles in node_modules/.cache, which tests read instead of packages of hundreds of files.
  ignoreIssues: { 'apps/api/jest.config.mjs': ['unlisted'] },
  // Made by the reader of a guide, from the document; and Jest's environment of one test, which is below its root folder.
  ignoreUnresolved: ['./yunduo.d.ts', './jest/dom-environment.mjs'],
  // Programs of the system.
  ignoreBinaries: ['mkfifo', 'mount', 'openssl', 'systemd-analyze', 'umount'],
  workspaces: {
    '.': {
      entry: ['jest.preset.mjs'],
      ignoreDependencies: [
        // Its files are read and copied, its code is not imported (apps/api/src/modules/card/font.ts).
        '@fontsource/noto-sans-sc',
        // Programs that are started by their paths: the compiler, a maker of types for guides, a bucket for
        // tests, a linter of images.
        'typescript-native',
        'openapi-typescript',
        's3rver',
        'dockerfilelint',
        // Types of a package of tests, which the root lists for every project.
        '@types/smtp-server',
      ],
    },
    'apps/api': {
      // It has no pages.
      'react-router': false,
      entry: [
        'src/{server,openapi-command}.ts',
        'src/db/{migrate,seed,initdb}-command.ts',
        'src/seed/pictures/draw-command.ts',
        'src/testing/large-catalogue-command.ts',
      ],
    },
    // Served as it is.
    'apps/developer-console': { entry: ['public/publish.mjs'] },
    'apps/public-site': {
      entry: ['server/{main,finish-build}.ts', 'reference/build.ts', 'vite.host.config.ts'],
    },
    // Programs of the guides, which a test of the API runs.
    'libs/api-contract': { entry: ['guides/examples/*.ts'] },
    'e2e/engines': { entry: ['{playwright.config,global-setup,all.engine,journeys,pages}.ts'] },
    tools: {
      entry: [
        'bench/*.ts',
        'checks/{*.check.ts,jest.config.mjs,affected-projects.ts,house.ts}',
        'deployment/**/console-nginx.ts',
        'icons/draw-icons.ts',
        'jest/{*.jest.config.mjs,fixtures/*,kept/*}',
        'licence/{client,verify}.ts',
        'lint/{boundaries.d.mts,lint-fixtures.ts}',
        'start/{console-host,dev-web,parent-watch}.ts',
      ],
    },
  },
} satisfies KnipConfig;
