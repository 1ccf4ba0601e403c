/** @jest-environment node */
import { afterEach, expect, jest, test } from '@jest/globals';
import { renderToStaticMarkup } from 'react-dom/server';

const real = await import('react-router');
// Both name files of a build.
const built = { Links: () => null, Scripts: () => null };
jest.unstable_mockModule('react-router', () => ({ ...real, ...built }));
const { ErrorBoundary, HydrateFallback, Layout, meta } = await import('./root.tsx');

afterEach(() => void Reflect.deleteProperty(globalThis, 'location'));

/** The document of a page in a language; without one, as the build renders it for all other pages. */
function documentOf(lang?: string): string {
  const Stub = real.createRoutesStub([
    {
      path: '/',
      Component: () => (
        <Layout>
          <p>Page</p>
        </Layout>
      ),
      handle: { lang },
    },
  ]);
  return renderToStaticMarkup(<Stub />)
    .replace(/<script[\s\S]*?<\/script>/g, '<script></script>')
    .replace(/(?<!^)<(?!\/)/g, '\n<');
}

test('the document of a page in a language', () => {
  expect(documentOf('en')).toMatchSnapshot();
});

test.each([
  ['zh-CN', '/developer-center/applications', '开发者中心'],
  ['en', '/en/developer-center/applications', 'Developer center'],
])('a page that the build did not render is not indexed, and has the title of %s', (_, pathname, title) => {
  expect(documentOf()).toContain('<title>开发者中心</title>');
  Object.assign(globalThis, { location: { pathname } });
  const html = documentOf();
  expect(html).toContain(`<title>${title}</title>`);
  expect(html).toContain('<meta name="robots" content="noindex"/>');
});

test('[R2.33] an error above both languages is named, and offers both starts and the search', () => {
  expect(renderToStaticMarkup(<ErrorBoundary />).replace(/<svg.*?<\/svg>/g, '')).toMatchSnapshot();
  expect([meta({ error: new Error('x') }), meta({})]).toEqual([[{ title: 'Internal Server Error' }], []]);
});

test('until its scripts have loaded a page shows the mark, and without scripts both languages', () => {
  expect(renderToStaticMarkup(<HydrateFallback />).replace(/<svg.*?<\/svg>/g, '')).toMatchSnapshot();
});
