import type { Words } from '../words.ts';
import type { storeTerms as zh } from '../zh/store-terms.ts';

export const storeTerms = {
  category: {
    recommend: 'Recommended',
    system: 'System',
    runtime: 'Runtime',
    practical: 'Utilities',
    my: 'My apps',
  },
  os: {
    debian: 'Debian',
    ubuntu: 'Ubuntu',
    centos: 'CentOS',
    rocky: 'Rocky Linux',
    alma: 'AlmaLinux',
    opensuse: 'openSUSE',
  },
  arch: { x86_64: 'x86_64', arm64: 'ARM64' },
  source: { official: 'Official', user: 'Community' },
  badge: {
    certified: 'Certified',
    uncertified: 'Not certified',
    free: 'Free',
  },
  sort: {
    recommend: 'Recommended',
    newest: 'Newest',
    updated: 'Recently updated',
    downloads: 'Most downloaded',
    name: 'Name',
  },
  change: {
    breaking: 'Breaking',
    security: 'Security',
    feature: 'New',
    fix: 'Fix',
    performance: 'Performance',
  },
  reportReason: {
    malicious: 'Malicious code',
    security: 'Security vulnerability',
    infringement: 'Copyright or trademark',
    illegal_content: 'Illegal content',
    misleading: 'Misleading description',
    broken: 'Does not install or work',
    other: 'Other',
  },
  status: {
    pending_release: 'Pending release',
    published: 'Published',
    unpublished: 'Unpublished',
  },
  review: {
    draft: 'Draft',
    in_review: 'In review',
    changes_requested: 'Changes requested',
    withdrawn: 'Withdrawn',
    rejected: 'Rejected',
    approved: 'Approved',
    released: 'Released',
    superseded: 'Superseded',
    yanked: 'Yanked',
  },
} satisfies Words<typeof zh>;
