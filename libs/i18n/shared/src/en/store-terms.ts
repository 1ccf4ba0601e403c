import type { Words } from '../words.ts';
import type { storeTerms as zh } from '../zh/store-terms.ts';

export const storeTerms = {
  category: {
    recommend: 'Recommended',
    system: 'System',
    runtime: 'Runtime',
    practical: 'Practical',
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
    breaking: 'Heads-up',
    security: 'Security',
    feature: 'New',
    fix: 'Fix',
    performance: 'Faster',
  },
  reportReason: {
    malicious: 'It does harm',
    security: 'It has a security hole',
    infringement: 'It infringes a copyright or a trademark',
    illegal_content: 'Its content is against the law',
    misleading: 'It is not what its page says',
    broken: 'It cannot be installed or does not work',
    other: 'Something else',
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
