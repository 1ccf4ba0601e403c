const draw = (bars: string) =>
  `data:image/svg+xml,${encodeURIComponent(
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1280 800"><path fill="#f4f7f7" d="M0 0h1280v800H0z"/><path fill="#fff" stroke="#c0cccd" d="M80 80h1120v640H80z"/><path stroke="#7a8e93" stroke-width="16" d="${bars}"/><path stroke="#27b2bc" stroke-width="24" d="M140 320h360"/></svg>`,
  )}`;

/** Pictures for the stories. */
export const sampleShots = [
  {
    src: draw('M140 160h480M140 240h960M140 400h960M140 480h960'),
    alt: 'List of backups',
    width: 1280,
    height: 800,
  },
  { src: draw('M140 560h960M140 520v40M380 520v40M620 520v40'), alt: 'Schedule', width: 1280, height: 800 },
  { src: draw('M140 160h240M140 240h600M140 480h300'), alt: 'Restore', width: 1280, height: 800 },
];
