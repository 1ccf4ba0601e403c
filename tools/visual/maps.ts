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

/** All views of both apps, read from their own route maps, so that this list needs no maintenance. */
export interface AppMaps {
  site: readonly SitePage[];
  /** The panels of `/user` and the sections of `/login`: one page in the route map, several views. */
  panels: readonly string[];
  sections: readonly string[];
  console: readonly SitePage[];
  /** The pages of the operators' desk: one route for all. */
  rooms: readonly SitePage[];
}

// Read, not imported: tools do not import apps, and a change of an app does not affect the tools.
const read = (path: string): Promise<unknown> => import(pathToFileURL(join(root, path)).href);

/**
 * `zh:app-edit` of the developer center's routes → its name and path; layouts that only load words are
 * skipped.
 */
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
  const { ROOM_NAMES, roomPath } = (await read('apps/developer-console/app/features/desk/rooms.ts')) as {
    ROOM_NAMES: string[];
    roomPath: (name: string) => string;
  };
  return {
    site: [...PAGES, NOT_FOUND_PAGE],
    panels: PANELS.map(({ panel }) => panel),
    sections: SECTIONS,
    console: consolePages(routes),
    rooms: ROOM_NAMES.map((name) => ({ name, path: roomPath(name) })),
  };
}
