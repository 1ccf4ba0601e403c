/** The part of a build's metadata file that is read here (specification §7). */
interface BuildMeta {
  route_rules: Readonly<Record<string, { redirect?: { to: string } }>>;
  prerendered: readonly string[];
}

const metaOf = new Map<string, Promise<BuildMeta>>();

/** The metadata of a build: its route rules and prerendered paths. Fetched once, since a build never changes. */
export function buildMeta(buildId: string): Promise<BuildMeta> {
  let meta = metaOf.get(buildId);
  if (!meta) {
    meta = fetch(`/builds/meta/${buildId}.json`).then((answer) => {
      if (!answer.ok) throw new Error(`The metadata of build ${buildId} answered ${answer.status}`);
      return answer.json() as Promise<BuildMeta>;
    });
    metaOf.set(buildId, meta);
    // Away for a moment is not away for ever.
    meta.catch(() => metaOf.delete(buildId));
  }
  return meta;
}

/** Where the rules of a build send a path, null when they do not; also when they cannot be read. */
export async function ruledRedirect(buildId: string | undefined, pathname: string): Promise<string | null> {
  if (!buildId) return null;
  const meta = await buildMeta(buildId).catch(() => null);
  const rules = meta?.route_rules ?? {};
  return (Object.hasOwn(rules, pathname) && rules[pathname]?.redirect?.to) || null;
}
