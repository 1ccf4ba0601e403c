import type { SiteInfo } from '@yunduo/api-contract';
import { hasPage } from '../route-map.ts';

export type FooterKey =
  | 'client-download'
  | 'store'
  | 'application'
  | 'private'
  | 'auth'
  | 'feedback'
  | 'yetu'
  | 'developer-center'
  | 'dev-docs'
  | 'developers'
  | 'about'
  | 'support-mail'
  | 'user-agreement'
  | 'privacy-policy'
  | 'developer-agreement';

export interface FooterLink {
  key: FooterKey;
  to: string;
  /** Not a route of this app: a full page load. */
  plain: boolean;
}

export interface FooterColumn {
  key: 'product' | 'support' | 'legal';
  links: FooterLink[];
}

const page = (name: FooterKey): FooterLink[] =>
  hasPage(name) ? [{ key: name, to: `/${name}`, plain: false }] : [];
const plain = (key: FooterKey, to: string | null | undefined): FooterLink[] =>
  to ? [{ key, to, plain: true }] : [];
const protocol = (key: FooterKey): FooterLink => ({ key, to: `/protocol/${key}`, plain: false });

/** The footer's columns, without links that are not configured. */
export function footerColumns(site: SiteInfo | undefined): FooterColumn[] {
  return [
    {
      key: 'product',
      links: [
        ...page('client-download'),
        ...page('store'),
        ...page('application'),
        ...page('private'),
        ...page('auth'),
        ...plain('developer-center', '/developer-center'),
      ],
    },
    {
      key: 'support',
      links: [
        ...page('feedback'),
        ...plain('yetu', site?.links.forum && '/yetu'),
        ...plain('developers', '/developers'),
        ...plain('dev-docs', site?.links.dev_docs),
        ...page('about'),
        ...plain('support-mail', site && `mailto:${site.support_email}`),
      ],
    },
    {
      key: 'legal',
      links: [protocol('user-agreement'), protocol('privacy-policy'), protocol('developer-agreement')],
    },
  ];
}
