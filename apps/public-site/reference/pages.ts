import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { htmlLang, LOCALES, localePath, type Locale } from '@yunduo/i18n';
import { pageCardPath } from '@yunduo/validation';
import { CONTRACT, readDocument, type PublicDocument } from './document.ts';
import { ORIGIN } from './calls.ts';
import { html, Markup } from './html.ts';
import { readGuide, type Guide } from './markdown.ts';
import { namesIn, objectSection, operationSection, type Context } from './operation.ts';
import { fill, titleOf, WORDS } from './words.ts';

/** The guides in order; the first one is the start page. */
export const GUIDES = [
  'getting-started',
  'authentication',
  'errors',
  'pagination',
  'idempotency',
  'limits',
  'language',
  'conditional-requests',
  'versions',
  'changelog',
  'store',
  'licences',
  'updates',
  'publishing',
  'webhooks',
  'payment-notices',
] as const;
type GuideName = (typeof GUIDES)[number];

const guidePath = (name: GuideName): string =>
  name === 'getting-started' ? '/developers' : `/developers/${name}`;
const areaPath = (area: string): string =>
  `/developers/api/${area.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;

export interface ReferencePage {
  /** Path on the site, with language prefix. */
  path: string;
  html: string;
}

interface Parts {
  title: string;
  description: string;
  path: string;
  content: Markup;
  headings: { id: string; title: string }[];
}

/** All pages of the reference in both languages; `stylesheet` is the URL of their style. */
export function referencePages(stylesheet: string): ReferencePage[] {
  const document = readDocument();
  return LOCALES.flatMap((locale) => pagesOf(locale, document, stylesheet));
}

function pagesOf(locale: Locale, document: PublicDocument, stylesheet: string): ReferencePage[] {
  const words = WORDS[locale];
  const path = (to: string): string => localePath(locale, to);
  const context: Context = { locale, words, fill, path, schemas: document.schemas };
  const areaName = (name: string): string => words.areas[name as keyof typeof words.areas];

  const parts = {
    'error-codes': () => errorTable(context, document),
    'all-calls': () => allCalls(),
  };
  const guides = GUIDES.map((name): [GuideName, Guide] => [
    name,
    readGuide(readFileSync(join(CONTRACT, 'guides', locale, `${name}.md`), 'utf8'), path, parts),
  ]);

  function allCalls(): Markup {
    return html`${document.areas.map(
      ({ name, calls }) =>
        html`<h3><a href="${path(areaPath(name))}">${areaName(name)}</a></h3>
          <ul class="calls">
            ${calls.map(
              (call) =>
                html`<li>
                  <a href="${path(areaPath(name))}#${call.operationId}">${titleOf(locale, call)}</a>
                  <code
                    ><span class="method" data-method="${call.method}">${call.method}</span>
                    ${call.path}</code
                  >
                </li>`,
            )}
          </ul>`,
    )}`;
  }

  function frame({ title, description, path: here, content, headings }: Parts): ReferencePage {
    const other: Locale = locale === 'zh' ? 'en' : 'zh';
    const whole = title === words.name ? title : `${title} - ${words.name}`;
    const current = (to: string) => (to === here ? html` aria-current="page"` : null);
    const entry = (to: string, text: string) =>
      html`<li><a href="${path(to)}" ${current(to)}>${text}</a></li>`;
    const data = {
      '@context': 'https://schema.org',
      '@type': 'TechArticle',
      headline: title,
      description,
      inLanguage: htmlLang(locale),
      url: ORIGIN + path(here),
    };
    const text = html`<!doctype html>
      <html lang="${htmlLang(locale)}">
        <head>
          <meta charset="utf-8" />
          <meta name="viewport" content="width=device-width, initial-scale=1" />
          <meta name="color-scheme" content="light dark" />
          <meta name="theme-color" content="#ffffff" media="(prefers-color-scheme: light)" />
          <meta name="theme-color" content="#0a1416" media="(prefers-color-scheme: dark)" />
          <title>${whole}</title>
          <meta name="description" content="${description}" />
          <link rel="canonical" href="${ORIGIN}${path(here)}" />
          ${LOCALES.map(
            (one) =>
              html`<link
                rel="alternate"
                hreflang="${htmlLang(one)}"
                href="${ORIGIN}${localePath(one, here)}"
              />`,
          )}
          <link rel="alternate" hreflang="x-default" href="${ORIGIN}${here}" />
          <meta property="og:type" content="article" />
          <meta property="og:title" content="${whole}" />
          <meta property="og:description" content="${description}" />
          <meta property="og:url" content="${ORIGIN}${path(here)}" />
          <meta property="og:image" content="${ORIGIN + pageCardPath('developers', locale)}" />
          <meta name="twitter:card" content="summary_large_image" />
          <link rel="stylesheet" href="${stylesheet}" />
          <link rel="icon" href="/favicon.svg" type="image/svg+xml" />
          <script type="application/ld+json">
            ${new Markup(JSON.stringify(data).replaceAll('<', String.raw`\u003c`))}
          </script>
        </head>
        <body>
          <a class="skip" href="#main">${words.skip}</a>
          <header class="top">
            <div class="wrap row">
              <a class="brand" href="${path('/developers')}">${HELM}<span>${words.name}</span></a>
              <nav class="links">
                <a class="wide" href="${path('/')}">${words.site}</a
                ><a class="wide" href="${path('/developer-center')}">${words.center}</a
                ><a href="${localePath(other, here)}" lang="${htmlLang(other)}" hreflang="${htmlLang(other)}"
                  >${words.other_language}</a
                ><a class="narrow" href="#all-pages">${words.pages}</a>
              </nav>
            </div>
          </header>
          <div class="wrap columns">
            <main id="main">
              <h1>${title}</h1>
              <p class="lead">${description}</p>
              ${
                headings.length > 2 &&
                html`<nav class="on-page" aria-labelledby="on-page">
                  <h2 id="on-page">${words.on_page}</h2>
                  <ul>
                    ${headings.map(({ id, title: name }) => html`<li><a href="#${id}">${name}</a></li>`)}
                  </ul>
                </nav>`
              }${content}
            </main>
            <nav id="all-pages" class="pages" aria-label="${words.pages}">
              <h2>${words.guides}</h2>
              <ul>
                ${guides.map(([name, guide]) => entry(guidePath(name), name === 'getting-started' ? words.start : guide.title))}
              </ul>
              <h2>${words.calls}</h2>
              <ul>
                ${document.areas.map(({ name }) => entry(areaPath(name), areaName(name)))}
              </ul>
            </nav>
          </div>
          <footer class="foot">
            <div class="wrap">
              <p>${words.document_text} <a href="/api/openapi.json">${words.document}</a></p>
            </div>
          </footer>
        </body>
      </html> `;
    return { path: path(here), html: text.text };
  }

  return [
    ...guides.map(([name, { title, lead, body, headings }]) =>
      frame({
        title,
        description: lead,
        path: guidePath(name),
        content: html`<div class="guide">${body}</div>`,
        headings,
      }),
    ),
    ...document.areas.map(({ name, calls }) => {
      const objects = [...namesIn(document.schemas, calls)].filter(
        (one) => one !== 'Refusal' && one !== 'ErrorCode',
      );
      return frame({
        title: fill(words.area_title, { area: areaName(name) }),
        description: fill(words.area_text, { area: areaName(name) }),
        path: areaPath(name),
        headings: calls.map((call) => ({ id: call.operationId, title: titleOf(locale, call) })),
        content: html`${words.english_note && html`<p class="quiet note">${words.english_note}</p>`}${calls.map(
          (call) => operationSection(context, call, titleOf(locale, call)),
        )}${
          objects.length > 0 &&
          html`<section class="objects" aria-labelledby="objects">
            <h2 id="objects">${words.objects}</h2>
            ${objects.map((one) => objectSection(context, one))}
          </section>`
        }`,
      });
    }),
  ];
}

/** Table of error codes with status and message; those of every call come first. */
function errorTable({ locale, words }: Context, { errors }: PublicDocument): Markup {
  const sentence = (text: string) => text.replaceAll(/\{\{(\w+)\}\}/g, '…');
  return html`<div class="scroll" tabindex="0">
    <table>
      <thead>
        <tr>
          <th scope="col">${words.code}</th>
          <th scope="col">${words.status}</th>
          <th scope="col">${words.words}</th>
        </tr>
      </thead>
      <tbody>
        ${errors.map(
          ([name, message]) =>
            html`<tr id="${name}">
              <th scope="row"><code>${name}</code></th>
              <td>${message.status}</td>
              <td>${sentence(message[locale])}</td>
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** The brand's logo (libs/ui/src/brand-mark). */
const HELM = new Markup(
  '<svg class="helm" viewBox="0 0 24 24" width="28" height="28" aria-hidden="true"><circle cx="12" cy="12" r="6.5"/><circle cx="12" cy="12" r="9.7" pathLength="80" stroke-width="3" stroke-dasharray="2 8" stroke-dashoffset="1"/><path d="M12 12V1"/></svg>',
);
