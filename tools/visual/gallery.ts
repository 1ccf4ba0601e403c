import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** One page with every picture, to be looked through. */
export function writeGallery(folder: string): void {
  const views = readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();
  const sections = views.map((view) => {
    const pictures = readdirSync(join(folder, view)).sort((one, other) =>
      one.localeCompare(other, 'en', { numeric: true }),
    );
    const links = pictures.map(
      (file) =>
        `<a href="${view}/${file}"><img src="${view}/${file}" loading="lazy" alt=""><span>${file.replace('.jpg', '')}</span></a>`,
    );
    return `<h2>${view}</h2><div>${links.join('')}</div>`;
  });
  writeFileSync(
    join(folder, 'index.html'),
    `<!doctype html><meta charset="utf-8"><title>Look</title><style>
body{font:14px system-ui;margin:24px}div{display:flex;gap:16px;overflow-x:auto;align-items:start}
a{flex:none}img{display:block;height:360px;border:1px solid #ccc}span{display:block}</style>${sections.join('')}`,
  );
}
