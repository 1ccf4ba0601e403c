/** What a system needs to put the site among its apps. The name is content, so it cannot be a built file. */
export function webManifest(name: string): string {
  return JSON.stringify({
    ...(name && { name, short_name: name }),
    start_url: '/',
    display: 'browser',
    lang: 'zh-CN',
    background_color: '#ffffff',
    theme_color: '#27b2bc',
    icons: [
      { src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' },
      { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
      { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
      { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
    ],
  });
}
