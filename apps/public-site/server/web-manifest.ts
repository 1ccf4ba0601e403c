/** What a system needs to put the site among its apps. The name is content, so it cannot be a built file. */
export function webManifest(name: string): string {
  return JSON.stringify({
    ...(name && { name, short_name: name }),
    start_url: '/',
    display: 'browser',
    lang: 'zh-CN',
    background_color: '#ffffff',
    theme_color: '#27b2bc',
    icons: [{ src: '/icon.svg', sizes: 'any', type: 'image/svg+xml' }],
  });
}
