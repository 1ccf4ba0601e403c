import type { Contract } from './contract-breaks.ts';

/**
 * What a browser test needs of the API that the one before may not have: `POST /api/dev_app/delete`, a field of an
 * answer or a question, `GET /api/admin_review/detail rejected_by_reader`, or that a call sent twice is done once,
 * `POST /api/order/create Idempotency-Key`. It says so itself, as Playwright's annotation.
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
  // A name of a field is a key of the schema that describes it.
  return Boolean(operation) && (!field || JSON.stringify(operation).includes(`"${field}":`));
};

/** Tests that cannot pass on a released API, with what it lacks; and needs that no API has, so that none is forgotten. */
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

/** The tests of a report in JSON, each once. */
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
