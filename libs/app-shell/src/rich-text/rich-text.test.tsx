import { expect, jest, test } from '@jest/globals';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { hydrateRoot } from 'react-dom/client';
import { renderToString } from 'react-dom/server.node';
import { Prose } from './prose.tsx';
import { RichText } from './rich-text.tsx';
import { inShell } from '../testing.tsx';
import * as sanitiser from './sanitise.ts';

const { sanitise } = sanitiser;
let missing = false;
// Imports of the components: one that fails is tried again.
jest.unstable_mockModule('./sanitise.ts', () => {
  if (missing) throw new Error('not found');
  return sanitiser;
});

const hostile = [
  '<img src=x onerror=alert(1)>',
  '<script>alert(1)</script>',
  '<a href="javascript:alert(1)">x</a>',
  '<a href="data:text/html,x">x</a>',
  '<a href="//evil.example">x</a>',
  '<a href="https:evil.example">x</a>',
  '<a href="https://a@evil.example">x</a>',
  '<a href=" java\tscript:alert(1)">x</a>',
  '<img src="mailto:a@b.test">',
  '<img src="data:image/svg+xml,<svg onload=alert(1)>">',
  '<p style="position:fixed;inset:0">x</p>',
  '<p class="btn" id="app" data-x="1" aria-hidden="true">x</p>',
  '<style>*{display:none}</style>',
  '<link rel=stylesheet href=//evil.example>',
  '<iframe src="https://evil.example"></iframe>',
  '<form action="/api"><input name=token><button>x</button></form>',
  '<svg><script>alert(1)</script></svg>',
  '<math><mtext><table><mglyph><style><img src=x onerror=alert(1)>',
  '<template><p>x</p></template>',
  '<object data="x"></object><embed src="x"><base href="//evil.example">',
  '<td colspan=2 onclick=alert(1)>x</td>',
  '<p title="x">x</p>',
];

test.each(hostile)('[R1.05] sanitise removes everything hostile from %s', (html) => {
  for (const markup of ['rich-text', 'markdown'] as const) {
    const box = document.createElement('div');
    box.innerHTML = String(sanitise(html, markup));
    expect(
      box.querySelector('script,style,link,iframe,object,embed,base,form,input,button,svg,math,template'),
    ).toBeNull();
    for (const element of box.querySelectorAll('*')) {
      for (const { name, value } of element.attributes) {
        expect(['href', 'title', 'src', 'alt', 'width', 'height', 'colspan', 'rowspan', 'scope']).toContain(
          name,
        );
        expect(value).not.toMatch(/^\s*(?:javascript|data|vbscript|https:[^/])|^\/\/|@/i);
      }
    }
  }
});

test('[R1.05] sanitise keeps allowed markup unchanged', () => {
  const html =
    '<h2>Title</h2><p>Text <strong>bold</strong> <a href="https://nginx.org" title="site">nginx</a> <a href="/store/7">here</a> <a href="mailto:a@b.test">mail</a></p><img src="/uploads/a.webp" alt="a" width="10" height="5"><table><tbody><tr><th scope="row" colspan="2">x</th></tr></tbody></table>';
  expect(String(sanitise(html, 'rich-text'))).toBe(html);
});

test('Markdown allows a shorter list of tags', () => {
  expect(
    String(
      sanitise(
        '<p>a<br>b <img src="/x.png" alt=""><u>c</u> <sub>2</sub></p><table><tr><td>d</td></tr></table>',
        'markdown',
      ),
    ),
  ).toBe('<p>ab c <sub>2</sub></p>d');
});

const bodyOf = (host: Element | null | undefined) => host?.shadowRoot?.querySelector('.body');

// Before the tests that load it.
test('a text whose part did not load says so, and is there after another try', async () => {
  missing = true;
  const texts = (
    <>
      <Prose html="<p>Terms</p>" />
      <RichText html="<p>Nginx</p>" />
    </>
  );
  const { container } = render(inShell(texts, { locale: 'en' }).element);
  await waitFor(() => expect(screen.getAllByRole('alert')).toHaveLength(2));
  missing = false;
  for (const alert of screen.getAllByRole('alert')) {
    expect(alert.textContent).toContain('This part could not be loaded');
    fireEvent.click(within(alert).getByRole('button'));
  }
  await waitFor(() => expect(bodyOf(container.lastElementChild)?.textContent).toBe('Nginx'));
  expect(container.firstElementChild?.textContent).toBe('Terms');
  expect(screen.queryByRole('alert')).toBeNull();
});

test('[R1.05] RichText sanitises in the browser and renders into a shadow root', async () => {
  const { container } = render(<RichText html="<h2>Nginx</h2><img src=/uploads/x.webp onerror=alert(1)>" />);
  await waitFor(() =>
    expect(bodyOf(container.firstElementChild)?.innerHTML).toBe('<h2>Nginx</h2><img src="/uploads/x.webp">'),
  );
  expect(container.querySelector('h2')).toBeNull();
  expect(container.firstElementChild?.shadowRoot?.querySelector('link')?.rel).toBe('stylesheet');
});

test('a new text replaces the shadow root’s content', async () => {
  const { container, rerender } = render(<RichText html="<p>one</p>" />);
  rerender(<RichText html="<p>two</p>" />);
  await waitFor(() => expect(bodyOf(container.firstElementChild)?.innerHTML).toBe('<p>two</p>'));
});

test('the server renders a declarative shadow root that no text can close', () => {
  const html = renderToString(<RichText html="<p>a</p></TEMPLATE><script>alert(1)</script>" />);
  expect(html).toContain('<template shadowrootmode="open"><link rel="stylesheet"');
  expect(html.match(/<\/template/gi)).toHaveLength(1);
  expect(html).not.toContain('style=');
});

test('hydration keeps the parsed shadow root', async () => {
  const element = <RichText html="<p>from the server</p>" />;
  const container = document.createElement('div');
  container.innerHTML = renderToString(element);
  document.body.append(container);
  // Emulates the browser's parser; jsdom does not do this.
  const host = container.firstElementChild as HTMLElement;
  const template = host.querySelector('template') as HTMLTemplateElement;
  host.attachShadow({ mode: 'open' }).append(template.content);
  template.remove();
  const body = bodyOf(host);
  const root = await act(async () => hydrateRoot(container, element));
  expect(container.firstElementChild).toBe(host);
  expect(bodyOf(host)).toBe(body);
  expect(body?.textContent).toBe('from the server');
  await act(async () => root.unmount());
  container.remove();
});

test('hydration keeps server-rendered Prose', async () => {
  const element = <Prose html="<h2>Terms</h2>" />;
  const container = document.createElement('div');
  container.innerHTML = renderToString(element);
  document.body.append(container);
  const heading = container.querySelector('h2');
  const root = await act(async () => hydrateRoot(container, element));
  expect(container.querySelector('h2')).toBe(heading);
  await act(async () => root.unmount());
  container.remove();
});

test('[R1.05] Prose sanitises in the browser', async () => {
  render(
    <Prose html="<h2>Terms</h2><img src=x onerror=alert(1)><p onclick=alert(1)>text</p>" className="wide" />,
  );
  const heading = await screen.findByRole('heading', { name: 'Terms' });
  expect(heading.parentElement?.innerHTML).toBe('<h2>Terms</h2><p>text</p>');
  expect(heading.parentElement?.className).toBe('prose wide');
});

test('foreign HTML is read without its comments, styles, titles and office data', () => {
  const body = sanitiser.inertBody(
    '<title>Title</title><style>p { color: red }</style><xml>Office</xml><!-- note --><p style="color:red" title="style=x">Text</p>',
  );
  expect(body.innerHTML).toBe('<p data-style="color:red" title="style=x">Text</p>');
});
