import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../test/run.ts';

interface SitePage {
  name: string;
  path: string;
}

interface RouteEntry {
  id?: string;
  path?: string;
  index?: boolean;
  children?: RouteEntry[];
}

/** What both apps can show, read from their own maps, so that nothing here has to be kept in step with them. */
export interface AppMaps {
  site: readonly SitePage[];
  /** The panels of `/user` and the sections of `/login`: one page in the route map, several for who looks. */
  panels: readonly string[];
  sections: readonly string[];
  console: readonly SitePage[];
}

// Read, not imported: tools know no app, and a change of an app is no change of the tools.
const read = (path: string): Promise<unknown> => import(pathToFileURL(join(root, path)).href);

/** `zh:app-edit` of the developer center's routes → its name and path; layouts that only bring words are passed through. */
function consolePages(entries: readonly RouteEntry[], above = ''): SitePage[] {
  return entries.flatMap(({ id = '', path, index, children }) => {
    const own = path ? `${above}/${path}` : above;
    const name = /^zh:([\w-]+)$/.exec(id)?.[1];
    return [
      ...(name && (path || index) ? [{ name, path: own }] : []),
      ...(children ? consolePages(children, own) : []),
    ];
  });
}

export async function readMaps(): Promise<AppMaps> {
  const { PAGES, NOT_FOUND_PAGE } = (await read('apps/public-site/app/route-map.ts')) as {
    PAGES: SitePage[];
    NOT_FOUND_PAGE: SitePage;
  };
  const { PANELS } = (await read('apps/public-site/app/features/account/panels.ts')) as {
    PANELS: { panel: string }[];
  };
  const { SECTIONS } = (await read('apps/public-site/app/features/login/sections.ts')) as {
    SECTIONS: string[];
  };
  const { default: routes } = (await read('apps/developer-console/app/routes.ts')) as {
    default: RouteEntry[];
  };
  return {
    site: [...PAGES, NOT_FOUND_PAGE],
    panels: PANELS.map(({ panel }) => panel),
    sections: SECTIONS,
    console: consolePages(routes),
  };
}
