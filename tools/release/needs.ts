import type { Contract } from './contract-breaks.ts';

/**
 * The API features that a browser test needs and the previous API may lack: `POST /api/dev_app/delete`, a
 * field of a response or a request, `GET /api/admin_review/detail rejected_by_reader`, or idempotency of a
 * call, `POST /api/order/create Idempotency-Key`. The test declares them as Playwright annotations.
 */
const NEEDS = 'needs';

export interface Test {
  title: string;
  needs: string[];
}

const serves = ({ openapi: { paths }, catalogue }: Contract, need: string): boolean => {
  const [method = '', path = '', field] = need.split(' ');
  if (field === 'Idempotency-Key') return catalogue.idempotent.includes(`${method} ${path}`);
  const operation = paths[path]?.[method.toLowerCase()];
  // A field name is a key of the schema that describes it.
  return Boolean(operation) && (!field || JSON.stringify(operation).includes(`"${field}":`));
};

/**
 * Tests that cannot pass on a released API, with the missing feature; and features that no API has, so that
 * stale annotations are found.
 */
export function ahead(
  tests: readonly Test[],
  released: Contract,
  current: Contract,
): { waiting: Test[]; unknown: string[] } {
  const waiting = tests
    .map(({ title, needs }) => ({ title, needs: needs.filter((need) => !serves(released, need)) }))
    .filter(({ needs }) => needs.length > 0);
  const unknown = tests.flatMap(({ needs }) => needs).filter((need) => !serves(current, need));
  return { waiting, unknown: [...new Set(unknown)] };
}

interface Suite {
  specs?: { title: string; tests: { annotations: { type: string; description?: string }[] }[] }[];
  suites?: Suite[];
}

/** The tests of a JSON report, each once. */
export function testsOf(report: { suites: Suite[] }): Test[] {
  const found = new Map<string, Test>();
  const visit = ({ specs = [], suites = [] }: Suite): void => {
    for (const { title, tests } of specs) {
      const needs = tests.flatMap(({ annotations }) =>
        annotations.filter(({ type }) => type === NEEDS).map(({ description = '' }) => description),
      );
      found.set(title, { title, needs: [...new Set(needs)] });
    }
    suites.forEach(visit);
  };
  report.suites.forEach(visit);
  return [...found.values()];
}
