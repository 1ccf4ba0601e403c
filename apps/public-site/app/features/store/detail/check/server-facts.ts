import type { AppDetail, appStore, InputOf } from '@yunduo/api-contract';
import { typedApps } from '@yunduo/validation';

/** The fields of an app that the check uses. */
export type CheckedApp = Pick<AppDetail, 'app_key' | 'name'>;

/** The visitor's facts of a server, as typed. */
export interface ServerFacts extends Readonly<Record<string, string>> {
  os: string;
  os_version: string;
  arch: string;
  mem_gb: string;
  disk_gb: string;
  cores: string;
  installed: string;
}

export const NO_FACTS: ServerFacts = {
  os: '',
  os_version: '',
  arch: '',
  mem_gb: '',
  disk_gb: '',
  cores: '',
  installed: '',
};

type Apps = InputOf<typeof appStore.check>['apps'];

/** `nginx`, `nginx 1.29.3`, `nginx@1.29.3`, `nginx=1.29.3` (`typedApps`). Text longer than any key is cut. */
export function installedApps(text: string): Apps {
  return typedApps(text).flatMap((app) => {
    const [app_key, version] = app.split(/[\s@=:,]+/);
    if (!app_key) return [];
    return [{ app_key: app_key.slice(0, 100), ...(version && { version: version.slice(0, 20) }) }];
  });
}

/** A decimal gigabyte, as in the store's requirements. */
const inMegabytes = (gigabytes: string): number => Math.round(Number(gigabytes) * 1000);

/** Input of the API call: this app, next to the installed ones, on this server. Empty facts are omitted. */
export function checkInput(app: CheckedApp, facts: ServerFacts): InputOf<typeof appStore.check> {
  const others = installedApps(facts.installed).filter(
    ({ app_key }) => app_key.toLowerCase() !== app.app_key,
  );
  const server = {
    ...(facts.os && { os: facts.os }),
    ...(facts.os_version && { os_version: facts.os_version }),
    ...(facts.arch && { arch: facts.arch }),
    ...(facts.mem_gb && { mem_mb: inMegabytes(facts.mem_gb) }),
    ...(facts.disk_gb && { disk_mb: inMegabytes(facts.disk_gb) }),
    ...(facts.cores && { cores: Number(facts.cores) }),
  };
  return {
    apps: [{ app_key: app.app_key }, ...others],
    ...(Object.keys(server).length > 0 && { server }),
  };
}
