import { createHash } from 'node:crypto';
import { momentOf } from '@yunduo/i18n';
import { desc, eq } from 'drizzle-orm';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { devMails } from '../../db/schema/index.ts';
import { apiError } from '../../http/errors.ts';
import { escapeHtml } from '../text/escape-html.ts';
import { rawMail } from '../mail/transport.ts';

const SHOWN = 100;

const STYLE = `
:root{color-scheme:light dark;--ink:#12303a;--quiet:#4a636c;--ground:#eef4f5;--sheet:#fff;--line:#d5e2e5;--brand:#0b6e77}
@media (prefers-color-scheme:dark){:root{--ink:#e6f1f3;--quiet:#9fb6bd;--ground:#0b1c22;--sheet:#12303a;--line:#27454f;--brand:#5cd0d8}}
body{margin:0;background:var(--ground);color:var(--ink);font:16px/1.6 system-ui,sans-serif}
main{max-width:72rem;margin:0 auto;padding:2rem 1rem}
h1{margin:0 0 .25rem;font-size:1.5rem}
.quiet{color:var(--quiet)}
ol{list-style:none;margin:1.5rem 0 0;padding:0;display:grid;gap:1rem}
details{background:var(--sheet);border:1px solid var(--line);border-radius:8px}
summary{display:grid;gap:.25rem;padding:1rem;cursor:pointer}
summary strong{color:var(--brand);overflow-wrap:anywhere}
summary:focus-visible{outline:2px solid var(--brand);outline-offset:2px}
iframe{display:block;width:100%;height:36rem;border:0;border-top:1px solid var(--line);background:#fff}
pre{margin:0;padding:1rem;border-top:1px solid var(--line);white-space:pre-wrap;overflow-wrap:anywhere}
`;
const styleHash = `'sha256-${createHash('sha256').update(STYLE).digest('base64')}'`;

const policy = (styles: string, more: string): string =>
  `default-src 'none'; ${styles}; object-src 'none'; base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'; trusted-types 'none'; ${more}`;

/** Mails in place of real delivery: `/dev/mail` for people, `/dev/mail.json` for tests, newest first. */
export function devMailboxPages(app: FastifyInstance): void {
  const newest = (to?: string) =>
    app.db
      .select()
      .from(devMails)
      .where(to === undefined ? undefined : eq(devMails.recipient, to))
      .orderBy(desc(devMails.position))
      .limit(SHOWN);
  const html = (reply: FastifyReply, text: string, contentPolicy: string): FastifyReply =>
    reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-store')
      .header('content-security-policy', contentPolicy)
      .send(text);

  // `?to=` returns the mails of one address, however many others came since.
  app.get<{ Querystring: { to?: string } }>('/dev/mail.json', async ({ query }, reply) => {
    void reply.header('cache-control', 'no-store');
    const list = await newest(query.to);
    return list.map(({ id, recipient, subject, text, html: body, at }) => ({
      id,
      to: recipient,
      subject,
      text,
      html: body,
      at,
    }));
  });

  // As a mail client would receive it.
  app.get<{ Params: { id: string } }>('/dev/mail/:id/raw', async ({ params: { id } }, reply) => {
    const [mail] = /^[0-9a-f-]{36}$/.test(id)
      ? await app.db.select().from(devMails).where(eq(devMails.id, id))
      : [];
    if (!mail) throw apiError('NOT_FOUND');
    const bytes = await rawMail(id, { ...mail, to: mail.recipient }, mail.at, app.config.mailFrom);
    return reply.type('message/rfc822').header('cache-control', 'no-store').send(bytes);
  });

  app.get('/dev/mail', async (_request, reply) => {
    const list = await newest();
    const items = list.map(
      ({ id, recipient, subject, text, at }) => `<li><details>
<summary><strong>${escapeHtml(subject)}</strong><span>${escapeHtml(recipient)}</span>
<time class="quiet" datetime="${at.toISOString()}">${momentOf(at.toISOString(), 'en')}</time></summary>
<iframe title="${escapeHtml(subject)}" src="/dev/mail/${id}" sandbox="allow-popups" loading="lazy"></iframe>
<pre>${escapeHtml(text)}</pre></details></li>`,
    );
    const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Mailbox</title><style>${STYLE}</style></head>
<body><main><h1>Mailbox</h1><p class="quiet">What would have been sent, newest first, in Beijing time. No SMTP server is configured.</p>
${items.length > 0 ? `<ol>${items.join('\n')}</ol>` : '<p>No mail yet.</p>'}</main></body></html>`;
    return html(reply, page, policy(`style-src ${styleHash}`, "frame-src 'self'; frame-ancestors 'none'"));
  });

  app.get<{ Params: { id: string } }>('/dev/mail/:id', async (request, reply) => {
    const { id } = request.params;
    const [mail] = /^[0-9a-f-]{36}$/.test(id)
      ? await app.db.select().from(devMails).where(eq(devMails.id, id))
      : [];
    if (!mail) throw apiError('NOT_FOUND');
    void reply.header('x-frame-options', 'SAMEORIGIN');
    // Mails have inline styles and may only be displayed.
    const inFrame = policy("style-src 'unsafe-inline'", "frame-ancestors 'self'; sandbox allow-popups");
    return html(reply, mail.html, inFrame);
  });
}
