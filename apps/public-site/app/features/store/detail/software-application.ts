import type { AppDetail } from '@yunduo/api-contract';

/** The app as structured data (schema.org), for search engines. */
export function softwareApplication(app: AppDetail): Record<string, unknown> {
  return {
    '@type': 'SoftwareApplication',
    name: app.name,
    description: app.intro,
    applicationCategory: 'DeveloperApplication',
    operatingSystem: app.requirements.os,
    softwareVersion: app.version,
    fileSize: app.human_size,
    datePublished: app.first_published_at,
    dateModified: app.updated_at,
    license: app.licence,
    author: { '@type': 'Organization', name: app.developer },
    ...(app.free && { offers: { '@type': 'Offer', price: 0, priceCurrency: 'CNY' } }),
  };
}
