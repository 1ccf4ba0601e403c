import type { appStore, DataOf, InputOf } from '@yunduo/api-contract';
import { type OperatingSystem, OWN_APP_CATEGORIES } from '@yunduo/validation';

/** The purposes that the directory is grouped by, in the order in which a new server is set up. */
export const PURPOSES = OWN_APP_CATEGORIES;
export type Purpose = (typeof PURPOSES)[number];
/** The apps of one purpose. */
export type AppGroup = DataOf<typeof appStore.list>;

/** Number of apps in a group; the store lists the rest. */
const GROUP_SIZE = 30;

/** Input of the API call: the official apps of one purpose, the editors' choice first. */
export const groupInput = (cate: Purpose, os: OperatingSystem | null): InputOf<typeof appStore.list> => ({
  cate,
  source: 'official',
  ...(os && { os }),
  sort: 'recommend',
  page: 1,
  page_size: GROUP_SIZE,
});

/** Path of the directory, for one system or for all. */
export const directoryPath = (os: OperatingSystem | null): string =>
  os === null ? '/application' : `/application?os=${os}`;

/** Path of an app's guide. */
export const guidePath = (id: number): string => `/application/${String(id)}`;
